package harness.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.jar.Manifest;
import java.util.regex.Pattern;

/**
 * A program's classes, from a folder or a jar, if they name nothing by which they could see where they run: no file, no
 * thread, no error of the virtual machine that they could catch, nothing that differs from run to run.
 */
public final class PlainProgram extends ClassLoader {
    private static final Set<String> ATTRIBUTES = Set.of("Manifest-Version", "Created-By", "Main-Class");
    private static final Pattern CLASSES = Pattern.compile("java/(?:lang|util|io)/\\w*Exception"
            + "|java/lang/(?:Object|System|String|StringBuilder|StringBuffer|CharSequence|Comparable|Iterable|Math|Class"
            + "|Integer|Long|Short|Byte|Character|Boolean|Double|Float|Number|Record|Enum|AssertionError|NoSuchFieldError)"
            + "|java/lang/(?:invoke/(?:LambdaMetafactory|StringConcatFactory|MethodHandles(?:\\$Lookup)?)"
            + "|runtime/(?:ObjectMethods|SwitchBootstraps)|MatchException)"
            + "|java/util/(?:ArrayList|LinkedList|ArrayDeque|List|Collection|Collections|Iterator|ListIterator|Deque|Queue"
            + "|Stack|Vector|Arrays|BitSet|Comparator|Objects|Optional|OptionalInt|StringJoiner|Scanner|TreeMap|TreeSet"
            + "|function/\\w+|stream/(?:Int|Long|)Stream|stream/Collectors?)"
            + "|java/io/(?:PrintStream|PrintWriter|InputStream|InputStreamReader|BufferedReader|Reader)");
    /** What depends on the machine, on chance or on addresses, and what opens a file by its name. */
    private static final Pattern MEMBERS = Pattern.compile("\\S+ (?:random|shuffle|parallel\\w*|\\w*[sS]tackTrace|hash\\w*"
            + "|to\\w*Set|to\\w*Map|groupingBy|partitioningBy|ready|available) .*"
            + "|java/io/\\S+ <init> \\(Ljava/lang/String;.*|java/lang/Class (?!desiredAssertionStatus )\\S+ .*");

    private final Path root;
    private final Map<String, byte[]> classes = new HashMap<>();

    private PlainProgram(Path root) {
        super(getPlatformClassLoader());
        this.root = root;
    }

    /** Returns a main class, by its name or of a jar; null if it or what it refers to may see a difference. */
    static Class<?> main(Path place, String name) throws IOException, ClassNotFoundException {
        if (!name.isEmpty()) {
            return new PlainProgram(place).loaded(name);
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            Path root = jar.getPath("/");
            try (InputStream in = Files.newInputStream(root.resolve("META-INF/MANIFEST.MF"))) {
                Manifest manifest = new Manifest(in);
                Map<Object, Object> said = manifest.getMainAttributes();
                boolean isPlain = said.keySet().stream().allMatch(word -> ATTRIBUTES.contains(word.toString()));
                String main = manifest.getMainAttributes().getValue("Main-Class");
                return isPlain && manifest.getEntries().isEmpty() ? new PlainProgram(root).loaded(main) : null;
            }
        }
    }

    private Class<?> loaded(String name) throws IOException, ClassNotFoundException {
        return read(name.replace('.', '/')) ? loadClass(name) : null;
    }

    /** Reads a class and all that it refers to, by names with slashes; false if they may see a difference. */
    private boolean read(String name) throws IOException {
        if (name.startsWith("[")) {
            return name.replaceFirst("^\\[+", "").length() == 1 || read(name.replaceFirst("^\\[+L", "").replace(";", ""));
        }
        if (classes.containsKey(name) || CLASSES.matcher(name).matches()) {
            return true;
        }
        Path path = root.resolve(name + ".class");
        if (name.startsWith("java") || !Files.isRegularFile(path)) {
            return false;
        }
        byte[] content = Files.readAllBytes(path);
        classes.put(name, withStandIn(content));
        ClassFile file = new ClassFile(content);
        for (String other : file.classes()) {
            if (!read(other)) {
                return false;
            }
        }
        return file.members().stream().noneMatch(member -> MEMBERS.matcher(member).matches());
    }

    /** Nothing in a class file counts bytes across its texts, so that one can get longer. */
    private static byte[] withStandIn(byte[] content) {
        String text = new String(content, StandardCharsets.ISO_8859_1);
        String standIn = StandIn.class.getName().replace('.', '/');
        return text.replace(constant("java/lang/System"), constant(standIn)).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String constant(String text) {
        return "\1\0" + (char) text.length() + text;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return name.equals(StandIn.class.getName()) ? StandIn.class : super.loadClass(name, resolve);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] content = classes.get(name.replace('.', '/'));
        if (content == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, content, 0, content.length);
    }

    /** What the programs have in place of {@code System}: nothing that would reach beyond one of them. */
    public static final class StandIn {
        public static InputStream in;
        public static PrintStream out;
        public static PrintStream err;

        private StandIn() {}

        public static void exit(int status) {
            throw new Exit(status);
        }

        public static void arraycopy(Object from, int start, Object to, int target, int length) {
            System.arraycopy(from, start, to, target, length);
        }

        public static String lineSeparator() {
            return System.lineSeparator();
        }
    }

    /** The end of a program. */
    static final class Exit extends Error {
        private static final long serialVersionUID = 1;
        final int status;

        Exit(int status) {
            super(null, null, false, false);
            this.status = status;
        }
    }
}
