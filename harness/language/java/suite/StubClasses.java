package harness.suite;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;

/** Mirrors of the student's classes: class files with the same members, whose bodies ask the program. */
final class StubClasses {
    private static final List<String> OTHERS = List.of(
            "java.", "javax.", "jdk.", "sun.", "com.sun.", "org.junit.", "junit.", "org.hamcrest.", "org.opentest4j.",
            "org.apiguardian.", "org.assertj.", "harness.", "com.gradescope.jh61b.");

    final Map<String, byte[]> classes = new HashMap<>();
    private final Set<String> fields = new HashSet<>();
    private final Map<String, List<Object>> places = new HashMap<>();

    /** Make those of the classes that are no part of Java, JUnit or of what runs the tests. */
    StubClasses(Map<String, byte[]> students) {
        Set<String> names = new HashSet<>();
        for (String name : students.keySet()) {
            if (OTHERS.stream().noneMatch(name::startsWith)) {
                names.add(name.replace('.', '/'));
            }
        }
        for (String name : names) {
            try {
                byte[] content = students.get(name.replace('/', '.'));
                StubWriter writer = new StubWriter(names, fields, places);
                new ClassReader(content).accept(writer, ClassReader.SKIP_FRAMES);
                classes.put(name.replace('/', '.'), writer.content());
            } catch (RuntimeException | ReflectiveOperationException damaged) {
                // the tests do not find it, then
            }
        }
        fields.removeIf(field -> !classes.containsKey(field.substring(0, field.indexOf(' ')).replace('/', '.')));
    }

    /** Whether a field is one that the program holds, by the class that the tests name it of. */
    boolean hasField(String owner, String name) {
        String dotted = owner.replace('/', '.');
        return classes.containsKey(dotted) && !fields.contains(owner + " enum " + name);
    }

    /** File, line and name of a method; null where nothing is known of it. */
    List<Object> place(List<Object> called) {
        return called.size() == 3 ? places.get(called.get(0) + " " + called.get(1) + called.get(2)) : null;
    }
}
