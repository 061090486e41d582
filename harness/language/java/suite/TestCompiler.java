package harness.suite;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles the tests with the mirrors. What does not compile with this student's program is replaced by a line that
 * fails, so that it costs the tests that come there and no others.
 */
final class TestCompiler {
    private static final int MOST_ROUNDS = 12;

    private final Map<Path, String> texts;
    private final List<String> options;
    final Map<String, String> removed = new HashMap<>();
    private final List<Repair> repairs = new ArrayList<>();

    /** A file in memory. */
    private static final class Source extends SimpleJavaFileObject {
        final Path path;
        private final String text;

        Source(Path path, String text) {
            super(URI.create("file://" + path.toUri().getRawPath()), Kind.SOURCE);
            this.path = path;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreErrors) {
            return text;
        }
    }

    /** The tests cannot be compiled: what the course has done wrong, or a damaged class file of the program's. */
    static final class Broken extends Exception {
        private static final long serialVersionUID = 1;
        final transient Path path;
        final boolean isCourses;

        Broken(Path path, String message, boolean isCourses) {
            super(message);
            this.path = path;
            this.isCourses = isCourses;
        }
    }

    TestCompiler(Map<Path, String> texts, Path stubs, Path output) {
        this.texts = new TreeMap<>(texts);
        options = List.of(
                "-proc:none", "-nowarn", "-Xlint:none", "-g", "-Xmaxerrs", "10000", "-XDshould-stop.ifError=FLOW",
                "-cp", stubs + ":" + System.getProperty("java.class.path"), "-d", output.toString());
    }

    /** Compile; Broken where the files are no Java, or cannot be compiled whatever is left out. */
    void compile() throws IOException, Broken {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Diagnostic<? extends JavaFileObject> left = round();
            if (left == null) {
                return;
            }
            if (round == MOST_ROUNDS - 1) {
                throw broken(left);
            }
        }
    }

    /** One attempt: null where all compiles, else an error; each error has been repaired then. */
    private Diagnostic<? extends JavaFileObject> round() throws IOException, Broken {
        List<Source> sources = new ArrayList<>();
        texts.forEach((path, text) -> sources.add(new Source(path, text)));
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavacTask task = (JavacTask) compiler.getTask(null, null, said, options, null, sources);
        repairs.clear();
        for (CompilationUnitTree unit : task.parse()) {
            repairs.add(new Repair(unit, Trees.instance(task).getSourcePositions(), removed));
        }
        Diagnostic<? extends JavaFileObject> unreadable = error(said);
        if (unreadable != null) {
            throw broken(unreadable);
        }
        task.analyze();
        Diagnostic<? extends JavaFileObject> first = error(said);
        if (first == null) {
            task.generate();
            return null;
        }
        List<Diagnostic<? extends JavaFileObject>> errors = new ArrayList<>(said.getDiagnostics());
        errors.removeIf(each -> each.getKind() != Diagnostic.Kind.ERROR);
        errors.sort(Comparator.comparingLong(each -> -each.getPosition()));
        for (Diagnostic<? extends JavaFileObject> each : errors) {
            repair(each);
        }
        return first;
    }

    private static Diagnostic<? extends JavaFileObject> error(DiagnosticCollector<JavaFileObject> said) {
        for (Diagnostic<? extends JavaFileObject> each : said.getDiagnostics()) {
            if (each.getKind() == Diagnostic.Kind.ERROR) {
                return each;
            }
        }
        return null;
    }

    private void repair(Diagnostic<? extends JavaFileObject> error) throws Broken {
        for (Repair repair : repairs) {
            if (error.getSource() instanceof Source source && repair.isOf(source)) {
                String text = repair.without(error.getPosition(), texts.get(source.path), message(error));
                if (text == null) {
                    throw broken(error);
                }
                texts.put(source.path, text);
                return;
            }
        }
        throw broken(error);
    }

    private static Broken broken(Diagnostic<? extends JavaFileObject> error) {
        if (error.getSource() instanceof Source source) {
            return new Broken(source.path, "line " + error.getLineNumber() + ": " + message(error), true);
        }
        return new Broken(Path.of("a class of the program"), message(error), false);
    }

    private static String message(Diagnostic<?> error) {
        String text = error.getMessage(Locale.ENGLISH).replaceAll("\\n +symbol: +", ": ");
        return text.replaceAll("\\n +location: +(?:variable \\w+ of type|class|interface) ", " in ").replaceAll("\\s+", " ");
    }
}
