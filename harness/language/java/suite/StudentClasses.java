package harness.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;

/** The compiled classes below a folder by their names, and the folders at which their packages begin. */
final class StudentClasses {
    private static final int LARGEST = 4 << 20;
    private static final int MOST = 2000;

    final Map<String, byte[]> classes = new LinkedHashMap<>();
    final Set<Path> roots = new LinkedHashSet<>();

    /** Read the class files; one that is none is passed over. */
    StudentClasses(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) paths.filter(StudentClasses::isClassFile).sorted().limit(MOST)::iterator) {
                read(folder, path);
            }
        }
    }

    private static boolean isClassFile(Path path) {
        return path.toString().endsWith(".class") && Files.isRegularFile(path) && !path.toString().contains("/.grade/");
    }

    private void read(Path folder, Path path) {
        try {
            if (Files.size(path) > LARGEST) {
                return;
            }
            byte[] content = Files.readAllBytes(path);
            String name = new ClassReader(content).getClassName();
            if (path.endsWith(name + ".class")) {
                int depth = Path.of(name).getNameCount();
                Path below = folder.relativize(path);
                int kept = below.getNameCount() - depth;
                roots.add(kept == 0 ? folder : folder.resolve(below.subpath(0, kept)));
                classes.putIfAbsent(name.replace('/', '.'), content);
            }
        } catch (IOException | RuntimeException notOne) {
            // the program is there without it
        }
    }
}
