package harness.suite;

import java.util.Collection;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Classes of a student's that would stand in the tests for one of Java or JUnit.
 *
 * <p>A class of the tests' own package comes before those of {@code java.lang} and of {@code import org.junit.*;}, and a
 * class named {@code org} before the package.
 */
final class Shadows {
    private static final Pattern ALL_OF = Pattern.compile("import\\s+([\\w.]+)\\s*\\.\\s*\\*\\s*;");
    private static final Set<String> ROOTS = Set.of("java", "javax", "jdk", "sun", "org", "junit", "com", "net", "harness");

    private Shadows() {}

    /** Whether a class hides another, and is none that students are asked for. */
    static boolean hides(String name, Set<String> wanted, Collection<String> texts) {
        String outer = name.substring(name.lastIndexOf('.') + 1).split("\\$", 2)[0];
        return !wanted.contains(outer) && (ROOTS.contains(outer) || isThere("java.lang." + outer)
                || texts.stream().anyMatch(text -> isOfImport(outer, text)));
    }

    private static boolean isOfImport(String simpleName, String text) {
        Matcher imports = ALL_OF.matcher(text);
        while (imports.find()) {
            if (isThere(imports.group(1) + "." + simpleName)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isThere(String name) {
        try {
            Class.forName(name, false, Shadows.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError none) {
            return false;
        }
    }
}
