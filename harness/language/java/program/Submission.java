package harness.driver;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** All classes of a submission: those in folders first, then those in jars, by their own names wherever they lie. */
final class Submission {
    private static final int DEEPEST = 24;

    /** By full name, in an order that is the same everywhere. */
    final Map<String, ClassFile> classes = new TreeMap<>();
    private final Map<String, URL> roots = new LinkedHashMap<>();
    private final Map<String, File> jars = new TreeMap<>();
    /** Whether any class can keep something from one case to the next: then each case loads them anew. */
    final boolean hasState;
    private Loader shared;

    /** Reads the classes below a folder, those of {@code extra} too; {@code ours} is left out. */
    Submission(File box, File ours, File extra) throws IOException {
        walk(box, ours, 0);
        if (extra.isDirectory()) {
            walk(extra, null, 0);
        }
        for (File jar : jars.values()) {
            unpack(jar);
        }
        boolean any = false;
        for (ClassFile file : classes.values()) {
            any |= file.hasState();
        }
        hasState = any;
    }

    private void walk(File folder, File ours, int depth) throws IOException {
        File[] entries = folder.listFiles();
        if (entries == null || depth > DEEPEST) {
            return;
        }
        Arrays.sort(entries);
        for (File entry : entries) {
            if (entry.isDirectory()) {
                if (!entry.equals(ours) && !Files.isSymbolicLink(entry.toPath())) {
                    walk(entry, ours, depth + 1);
                }
            } else if (entry.getName().endsWith(".class")) {
                add(Files.readAllBytes(entry.toPath()), entry);
            } else if (isZip(entry)) {
                jars.put(entry.getPath(), entry);
            }
        }
    }

    private void add(byte[] bytes, File origin) throws MalformedURLException {
        ClassFile file;
        try {
            file = new ClassFile(bytes);
        } catch (IOException | RuntimeException notOne) {
            return; // whatever it is, java could not use it either
        }
        if (classes.putIfAbsent(file.name, file) == null) {
            File root = origin;
            for (int up = origin.getName().endsWith(".class") ? file.name.split("\\.").length : 0; up > 0; up--) {
                root = root.getParentFile() == null ? root : root.getParentFile();
            }
            if (!roots.containsKey(root.getPath())) {
                roots.put(root.getPath(), root.toURI().toURL());
            }
        }
    }

    private static boolean isZip(File file) {
        if (!file.isFile() || file.length() < 22 || file.getName().endsWith(".java")) {
            return false;
        }
        try (RandomAccessFile open = new RandomAccessFile(file, "r")) {
            open.seek(open.length() - 22);
            return open.readInt() == 0x504B0506; // the directory that ends every archive without a comment
        } catch (IOException unreadable) {
            return false;
        }
    }

    private void unpack(File jar) {
        try (ZipFile zip = new ZipFile(jar)) {
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements();) {
                ZipEntry entry = entries.nextElement();
                if (entry.getName().endsWith(".class")) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        add(in.readAllBytes(), jar);
                    }
                }
            }
        } catch (IOException broken) {
            return; // a jar that java cannot open holds no classes
        }
    }

    /** A loader whose classes are as if new; {@code counting} makes them count the array elements they read. */
    Loader load(boolean counting) {
        if (counting || hasState) {
            return new Loader(counting ? RewriterLoader.load(null, false) : null);
        }
        shared = shared == null ? new Loader(null) : shared;
        return shared;
    }

    /** Sees the JDK and the student's classes; of the driver's only the counter, and that by no other way. */
    final class Loader extends URLClassLoader {
        /** Null where nothing is counted. */
        private final UnaryOperator<byte[]> rewriter;

        Loader(UnaryOperator<byte[]> rewriter) {
            super(roots.values().toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
            this.rewriter = rewriter;
        }

        boolean isShared() {
            return this == shared;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return rewriter != null && name.equals(Counter.class.getName()) ? Counter.class : super.loadClass(name, resolve);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            ClassFile file = classes.get(name);
            if (file == null) {
                return super.findClass(name);
            }
            byte[] bytes = rewriter == null ? file.bytes : rewriter.apply(file.bytes);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
