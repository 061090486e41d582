package harness.driver;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the classes, methods and fields that a case names. */
final class NameResolver {
    private static final int PRIMARY = 1000;

    private final Submission submission;
    private final List<String> ranked;
    /** The methods of each call of the case, cached where classes outlive a case. */
    private final List<List<Method>> cached = new ArrayList<>();

    /** By the functions of the case first, then by {@code scores}, then by the fields of the case. */
    NameResolver(
            Submission submission,
            Collection<Wanted> wanted,
            Map<String, Integer> scores,
            Collection<String> fields) {
        this.submission = submission;
        final Map<String, Integer> total = new HashMap<>();
        for (String name : submission.classes.keySet()) {
            total.put(name, PRIMARY * (PRIMARY * score(submission, name, wanted) + scores.get(name))
                    + score(submission, name, fields));
        }
        ranked = new ArrayList<>(total.keySet());
        Collections.sort(ranked, new Comparator<String>() {
            @Override
            public int compare(String first, String second) {
                int byScore = total.get(second) - total.get(first);
                int byLength = byScore != 0 ? byScore : first.length() - second.length();
                return byLength != 0 ? byLength : first.compareTo(second);
            }
        });
    }

    /** The function of a call. */
    @SuppressWarnings("unchecked")
    static Wanted wanted(Map<String, Object> call) {
        return new Wanted((List<String>) call.get("functions"), Boolean.TRUE.equals(call.get("fold")));
    }

    /** Whether a call is of a function by its name alone: not of an object, nor of a class, nor of a constructor. */
    static boolean isPlain(Map<String, Object> call) {
        return call.get("functions") != null && call.get("of") == null && !Boolean.TRUE.equals(call.get("new"));
    }

    /** How many functions of all cases each class declares, by class name. */
    static Map<String, Integer> scores(Submission submission, Collection<Wanted> wanted) {
        Map<String, Integer> scores = new HashMap<>();
        for (String name : submission.classes.keySet()) {
            scores.put(name, Math.min(PRIMARY - 1, score(submission, name, wanted)));
        }
        return scores;
    }

    /** The class that declares most of the functions; null when there is none at all. */
    String chosen() {
        return ranked.isEmpty() ? null : ranked.get(0);
    }

    private static int score(Submission submission, String name, Collection<?> wanted) {
        int score = 0;
        for (Object member : wanted) {
            for (ClassFile file = submission.classes.get(name); file != null; file = submission.classes.get(file.parent)) {
                boolean own = file.name.equals(name);
                if (member instanceof Wanted function ? declares(file, function) : file.field((String) member) != null) {
                    score += member instanceof String ? 1 : own ? 4 : 2;
                    break;
                }
            }
        }
        return score;
    }

    private static boolean declares(ClassFile file, Wanted function) {
        for (ClassFile.Member method : file.methods) {
            if ((method.access & (ClassFile.ABSTRACT | ClassFile.SYNTHETIC)) == 0 && function.fits(method.name)) {
                return true;
            }
        }
        return false;
    }

    /** The methods that may be meant by the call of that number, from the cache where classes outlive a case. */
    List<Method> methods(CaseState state, Wanted function, int number) throws ReflectiveOperationException {
        if (!state.isShared()) {
            return methods(state, function);
        }
        while (cached.size() <= number) {
            cached.add(null);
        }
        if (cached.get(number) == null) {
            cached.set(number, methods(state, function));
        }
        return cached.get(number);
    }

    /** The methods that may be meant: those of the chosen class and the ones it extends, or else of the next best. */
    private List<Method> methods(CaseState state, Wanted function) throws ReflectiveOperationException {
        for (String name : ranked) {
            List<Method> methods = new ArrayList<>();
            for (String owner = name; submission.classes.containsKey(owner); owner = submission.classes.get(owner).parent) {
                if (declares(submission.classes.get(owner), function)) {
                    for (Method method : state.load(owner).getDeclaredMethods()) {
                        if (!method.isSynthetic() && !Modifier.isAbstract(method.getModifiers())
                                && function.fits(method.getName())) {
                            methods.add(method);
                        }
                    }
                }
            }
            if (!methods.isEmpty()) {
                return methods;
            }
        }
        return new ArrayList<>();
    }

    /** The field and its object: of the chosen class, of an object it holds, or static in any class; null if nowhere. */
    FoundField field(CaseState state, String name) throws ReflectiveOperationException, NotCallable {
        Class<?> chosen = state.load(chosen());
        for (int fold = 0; fold < 2; fold++) {
            Field field = declared(chosen, name, fold == 1);
            if (field != null) {
                return new FoundField(field, state.target(field.getDeclaringClass(), field.getModifiers(), chosen()));
            }
            for (Object object : state.reachable(chosen)) {
                field = declared(object.getClass(), name, fold == 1);
                if (field != null) {
                    return new FoundField(field, Modifier.isStatic(field.getModifiers()) ? null : object);
                }
            }
            for (String className : ranked) {
                if (hasField(submission.classes.get(className), name, fold == 1)) {
                    field = declared(state.load(className), name, fold == 1);
                    return new FoundField(field, state.target(field.getDeclaringClass(), field.getModifiers(), chosen()));
                }
            }
        }
        return null;
    }

    private static boolean hasField(ClassFile file, String name, boolean fold) {
        for (ClassFile.Member field : file.fields) {
            if ((field.access & ClassFile.SYNTHETIC) == 0
                    && (fold ? field.name.equalsIgnoreCase(name) : field.name.equals(name))) {
                return true;
            }
        }
        return false;
    }

    private Field declared(Class<?> type, String name, boolean fold) {
        for (Class<?> owner = type;
                owner != null && submission.classes.containsKey(owner.getName());
                owner = owner.getSuperclass()) {
            for (Field field : owner.getDeclaredFields()) {
                if (!field.isSynthetic()
                        && (fold ? field.getName().equalsIgnoreCase(name) : field.getName().equals(name))) {
                    return field;
                }
            }
        }
        return null;
    }

    /** Whether the compiler wrote the field's value into the code, so that setting it changes nothing. */
    boolean isConstant(Field field) {
        ClassFile.Member member = submission.classes.get(field.getDeclaringClass().getName()).field(field.getName());
        return member != null && member.constant && Modifier.isFinal(field.getModifiers());
    }

    /** A field of an object, or of none. */
    record FoundField(Field field, Object object) {}

    /** A function as the case names it. */
    record Wanted(List<String> names, boolean fold) {
        boolean fits(String name) {
            for (String wanted : names) {
                if (fold ? wanted.equalsIgnoreCase(name) : wanted.equals(name)) {
                    return true;
                }
            }
            return false;
        }
    }
}
