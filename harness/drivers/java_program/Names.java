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
final class Names {
    private static final int PRIMARY = 1000;

    private final Submission submission;
    private final List<String> ranked;
    /** What was found for each call of the case, where classes outlive a case. */
    private final List<List<Method>> found = new ArrayList<>();

    /** By the functions of the case first, then by {@code scores}, then by the fields of the case. */
    Names(Submission submission, Collection<Wanted> wanted, Map<String, Integer> scores, Collection<String> fields) {
        this.submission = submission;
        final Map<String, Integer> all = new HashMap<>();
        for (String name : submission.classes.keySet()) {
            all.put(name, PRIMARY * (PRIMARY * score(submission, name, wanted) + scores.get(name))
                    + score(submission, name, fields));
        }
        ranked = new ArrayList<>(all.keySet());
        Collections.sort(ranked, new Comparator<String>() {
            @Override
            public int compare(String one, String other) {
                int better = all.get(other) - all.get(one);
                int shorter = better != 0 ? better : one.length() - other.length();
                return shorter != 0 ? shorter : one.compareTo(other);
            }
        });
    }

    /** The function of a call. */
    @SuppressWarnings("unchecked")
    static Wanted wanted(Map<String, Object> call) {
        return new Wanted((List<String>) call.get("functions"), Boolean.TRUE.equals(call.get("fold")));
    }

    /** What each class offers of the functions of all cases. */
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
        for (Object one : wanted) {
            for (ClassFile at = submission.classes.get(name); at != null; at = submission.classes.get(at.parent)) {
                boolean own = at.name.equals(name);
                if (one instanceof Wanted function ? declares(at, function) : at.field((String) one) != null) {
                    score += one instanceof String ? 1 : own ? 4 : 2;
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

    /** The methods that may be meant by the call of that number. */
    List<Method> methods(World world, Wanted function, int number) throws ReflectiveOperationException {
        if (!world.isShared()) {
            return methods(world, function);
        }
        while (found.size() <= number) {
            found.add(null);
        }
        if (found.get(number) == null) {
            found.set(number, methods(world, function));
        }
        return found.get(number);
    }

    /** The methods that may be meant: those of the chosen class and the ones it extends, or else of the next best. */
    private List<Method> methods(World world, Wanted function) throws ReflectiveOperationException {
        for (String name : ranked) {
            List<Method> found = new ArrayList<>();
            for (String at = name; submission.classes.containsKey(at); at = submission.classes.get(at).parent) {
                if (declares(submission.classes.get(at), function)) {
                    for (Method method : world.load(at).getDeclaredMethods()) {
                        if (!method.isSynthetic() && !Modifier.isAbstract(method.getModifiers())
                                && function.fits(method.getName())) {
                            found.add(method);
                        }
                    }
                }
            }
            if (!found.isEmpty()) {
                return found;
            }
        }
        return new ArrayList<>();
    }

    /** The field and its object: of the chosen class, of an object it holds, or static in any class; null if nowhere. */
    Place field(World world, String name) throws ReflectiveOperationException, Unfit {
        Class<?> chosen = world.load(chosen());
        for (int fold = 0; fold < 2; fold++) {
            Field field = declared(chosen, name, fold == 1);
            if (field != null) {
                return new Place(field, world.target(field.getDeclaringClass(), field.getModifiers(), chosen()));
            }
            for (Object object : world.reachable(chosen)) {
                field = declared(object.getClass(), name, fold == 1);
                if (field != null) {
                    return new Place(field, Modifier.isStatic(field.getModifiers()) ? null : object);
                }
            }
            for (String other : ranked) {
                if (hasField(submission.classes.get(other), name, fold == 1)) {
                    field = declared(world.load(other), name, fold == 1);
                    return new Place(field, world.target(field.getDeclaringClass(), field.getModifiers(), chosen()));
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
        for (Class<?> at = type; at != null && submission.classes.containsKey(at.getName()); at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
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
    record Place(Field field, Object object) {}

    /** A function as the case names it. */
    record Wanted(List<String> names, boolean fold) {
        boolean fits(String name) {
            for (String one : names) {
                if (fold ? one.equalsIgnoreCase(name) : one.equals(name)) {
                    return true;
                }
            }
            return false;
        }
    }
}
