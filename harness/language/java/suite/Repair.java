package harness.suite;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.SourcePositions;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;

/** Takes out of a file what does not compile, with as many characters and lines as before. */
final class Repair {
    private static final Pattern SYMBOL = Pattern.compile("(?:variable|method) (\\w+)");

    private static final Pattern TEST = Pattern.compile("\\bTest\\b|\\b(?:Parameterized|Repeated)Test\\b|\\bTestFactory\\b");

    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final Map<String, String> removed;
    private long lowest = Long.MAX_VALUE;

    /** {@code removed}: fields and methods that were taken out before, and why. */
    Repair(CompilationUnitTree unit, SourcePositions positions, Map<String, String> removed) {
        this.unit = unit;
        this.positions = positions;
        this.removed = removed;
    }

    boolean isOf(JavaFileObject source) {
        return unit.getSourceFile().getName().equals(source.getName());
    }

    private boolean covers(Tree tree, long position) {
        return tree != null && positions.getStartPosition(unit, tree) <= position
                && position < positions.getEndPosition(unit, tree);
    }

    /**
     * The text without the smallest part in which the error is; null where there is no such part.
     *
     * <p>The last error comes first: what stands before a part is where the compiler saw it.
     */
    String without(long position, String text, String message) {
        for (ImportTree each : unit.getImports()) {
            if (covers(each, position)) {
                return blank(text, each, "");
            }
        }
        for (Tree type : unit.getTypeDecls()) {
            if (type instanceof ClassTree whole && covers(whole, position)) {
                return without(whole, position, text, message);
            }
        }
        return null;
    }

    private String without(ClassTree type, long position, String text, String message) {
        for (Tree member : type.getMembers()) {
            if (!covers(member, position)) {
                continue;
            }
            if (member instanceof ClassTree inner) {
                return without(inner, position, text, message);
            }
            BlockTree body = member instanceof MethodTree method ? method.getBody() : null;
            if (member instanceof BlockTree block) {
                body = block;
            }
            if (!covers(body, position)) {
                remember(member, message);
                return blank(text, member, isSilent(member) ? failure("{if (true) ", message) : "");
            }
            return blank(text, body, failure(member instanceof BlockTree ? "{if (true) " : "{", message));
        }
        return blank(text, type, "");
    }

    /** Whether nothing names a member that JUnit uses: without it the tests of its class would promise less. */
    private static boolean isSilent(Tree member) {
        ModifiersTree modifiers = member instanceof MethodTree method ? method.getModifiers()
                : member instanceof VariableTree field ? field.getModifiers() : null;
        return modifiers != null && !modifiers.getAnnotations().isEmpty()
                && modifiers.getAnnotations().stream().noneMatch(each -> TEST.matcher(each.toString()).find());
    }

    private String failure(String begin, String message) {
        NotCompiled.REASONS.add(reason(message));
        return begin + "throw new harness.suite.NotCompiled(" + (NotCompiled.REASONS.size() - 1) + ");}";
    }

    private void remember(Tree member, String message) {
        String name = member instanceof MethodTree method ? method.getName().toString()
                : member instanceof VariableTree field ? field.getName().toString() : "";
        removed.putIfAbsent(name, reason(message));
    }

    /** Why something is missing: where we took it out ourselves, the reason for that. */
    private String reason(String message) {
        Matcher symbol = SYMBOL.matcher(message);
        return symbol.find() ? removed.getOrDefault(symbol.group(1), message) : message;
    }

    /** Blanks in place of a part, but for the ends of its lines; what takes its place may make a line longer. */
    private String blank(String text, Tree part, String instead) {
        int begin = (int) positions.getStartPosition(unit, part);
        int end = (int) positions.getEndPosition(unit, part);
        if (end > lowest) {
            return text; // a part of it was taken out already; the next attempt says whether that is enough
        }
        lowest = begin;
        String blanks = text.substring(begin, end).replaceAll("[^\\n]", " ");
        int kept = Math.min(instead.length(), blanks.indexOf('\n') < 0 ? blanks.length() : blanks.indexOf('\n'));
        return text.substring(0, begin) + instead + blanks.substring(kept) + text.substring(end);
    }
}
