package harness.driver;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/**
 * A program's classes, from a folder or a jar, if they name nothing by which they could see where they run: no file, no
 * thread, no error that they could catch, nothing that differs from run to run.
 */
final class PlainProgram extends ClassLoader implements AutoCloseable {
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
    private static final byte[] SYSTEM = constant("java/lang/System");
    private static final byte[] PLAIN_SYSTEM = constant(PlainSystem.class.getName().replace('.', '/'));

    private final Path folder;
    private final JarFile jar;
    private final Map<String, byte[]> classes = new HashMap<>();

    /** The classes in a folder, or in a file. */
    PlainProgram(Path place) throws IOException {
        super(getPlatformClassLoader());
        boolean isFolder = Files.isDirectory(place);
        folder = isFolder ? place : null;
        jar = isFolder ? null : new JarFile(new File(place.toString()), false);
    }

    /** The class that a jar names, if that is all it says. */
    String mainClass() throws IOException {
        Map<Object, Object> said = jar.getManifest().getMainAttributes();
        boolean plain = said.keySet().stream().allMatch(name -> ATTRIBUTES.contains(name.toString()))
                && jar.getManifest().getEntries().isEmpty();
        return plain ? jar.getManifest().getMainAttributes().getValue("Main-Class") : null;
    }

    /** Reads a class and all that it refers to, by names with slashes; false if they may see a difference. */
    boolean read(String name) throws IOException {
        if (name.startsWith("[")) {
            return name.replaceFirst("^\\[+", "").length() == 1 || read(name.replaceFirst("^\\[+L", "").replace(";", ""));
        }
        if (classes.containsKey(name) || CLASSES.matcher(name).matches()) {
            return true;
        }
        byte[] content = name.startsWith("java") ? null : content(name + ".class");
        if (content == null) {
            return false;
        }
        ClassFile file = new ClassFile(content);
        for (String member : file.members()) {
            if (MEMBERS.matcher(member).matches()) {
                return false;
            }
        }
        classes.put(name, withPlainSystem(content));
        for (String other : file.classes()) {
            if (!read(other)) {
                return false;
            }
        }
        return true;
    }

    private byte[] content(String path) throws IOException {
        if (folder != null) {
            Path file = folder.resolve(path);
            return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
        }
        ZipEntry entry = jar.getEntry(path);
        if (entry == null) {
            return null;
        }
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    /** A text as a class file has it: nothing there counts bytes across texts, so that one can get longer. */
    private static byte[] constant(String text) {
        String length = "\1\0" + (char) text.length();
        return (length + text).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] withPlainSystem(byte[] content) {
        String text = new String(content, StandardCharsets.ISO_8859_1);
        String from = new String(SYSTEM, StandardCharsets.ISO_8859_1);
        String to = new String(PLAIN_SYSTEM, StandardCharsets.ISO_8859_1);
        return text.replace(from, to).getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return name.equals(PlainSystem.class.getName()) ? PlainSystem.class : super.loadClass(name, resolve);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] content = classes.get(name.replace('.', '/'));
        if (content == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, content, 0, content.length);
    }

    @Override
    public void close() throws IOException {
        if (jar != null) {
            jar.close();
        }
    }
}
