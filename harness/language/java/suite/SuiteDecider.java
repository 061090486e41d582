package harness.suite;

import harness.driver.Json;
import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Runs the course's tests, outside of the sandbox: the student's classes are mirrors of those in the other process.
 *
 * <p>Started as an interactor is, with the names of a file that says what is run, of an answer, and of a folder for
 * the results; the standard streams lead to the student's program.
 */
public final class SuiteDecider {
    private static final int DONE = 43;

    private final Map<?, ?> settings;
    private final Path work;
    private final Results results;
    private final TestLoader loader;
    private final StubClasses stubs;
    private final CourseSources sources;

    private SuiteDecider(Path input, Path feedback) throws IOException {
        settings = (Map<?, ?>) new Json(Files.readAllBytes(input)).value();
        work = input.toAbsolutePath().getParent();
        Turns turns = new Turns(feedback.resolve("results.jsonl"), number("between"), number("test"));
        turns.start();
        Turns.used("stubs");
        stubs = new StubClasses(new StudentClasses(work.resolve("classes")).classes);
        loader = new TestLoader(stubs);
        sources = new CourseSources(Path.of((String) settings.get("folder")));
        Wire wire = new Wire(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
        System.setIn(new ByteArrayInputStream(new byte[0]));
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        Mirror.objects = new MirrorObjects(loader);
        Mirror.connection = new Connection(wire, Mirror.objects, number("each"));
        results = new Results(turns, Mirror.connection, stubs, sources);
    }

    private double number(String name) {
        return ((Number) settings.get(name)).doubleValue();
    }

    /** Run the tests. */
    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        new SuiteDecider(Path.of(arguments[1]), Path.of(arguments[3])).run();
        Runtime.getRuntime().halt(DONE);
    }

    private void run() throws IOException, ReflectiveOperationException {
        Set<String> own = new HashSet<>();
        ((List<?>) settings.get("first")).forEach(name -> own.add((String) name));
        stubs.classes.keySet().removeIf(name -> Shadows.hides(name, own, sources.texts.values()));
        Path mirrors = work.resolve("mirrors");
        for (Map.Entry<String, byte[]> each : stubs.classes.entrySet()) {
            write(mirrors.resolve(each.getKey().replace('.', '/') + ".class"), each.getValue());
        }
        Path compiled = Files.createDirectories(work.resolve("tests"));
        TestCompiler compiler = new TestCompiler(sources.texts, mirrors, compiled);
        try {
            compiler.compile();
        } catch (TestCompiler.Broken broken) {
            results.broken(broken.path.getFileName().toString(), broken.getMessage(), broken.isCourses);
            return;
        }
        loader.tests.putAll(new StudentClasses(compiled).classes);
        stubs.classes.keySet().removeAll(loader.tests.keySet()); // a student's file may have the name of a test
        if (derivesFromMirror()) {
            return;
        }
        Thread.currentThread().setContextClassLoader(loader);
        List<Class<?>> classes = new ArrayList<>();
        for (String name : loader.tests.keySet()) {
            if (!name.contains("$")) {
                classes.add(Class.forName(name, false, loader));
            }
        }
        Set<String> wanted = new HashSet<>();
        ((List<?>) settings.get("tests")).forEach(name -> wanted.add((String) name));
        Mirror.connection.endTurn();
        new JUnitRun(results, wanted).run(classes);
        for (String name : wanted) {
            String reason = compiler.removed.get(name.substring(name.lastIndexOf('.') + 1));
            if (reason != null) {
                results.missing(name, reason);
            }
        }
    }

    /** Whether a class of the tests has one of the student's above it, which lives in the other process. */
    private boolean derivesFromMirror() {
        for (Map.Entry<String, byte[]> each : loader.tests.entrySet()) {
            ClassReader reader = new ClassReader(each.getValue());
            String above = reader.getSuperName().replace('/', '.');
            if (loader.isStub(above) && (reader.getAccess() & Opcodes.ACC_ENUM) == 0) {
                results.broken(each.getKey(), "a class of the tests cannot derive from the student's class " + above, true);
                return true;
            }
        }
        return false;
    }

    private static void write(Path path, byte[] content) throws IOException {
        Files.createDirectories(path.getParent());
        Files.write(path, content);
    }
}
