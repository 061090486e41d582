package harness.driver;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds what calls of objects name: classes with their constructors, methods of an object, its fields. */
final class ObjectFinder {
    private final Submission submission;
    private final CaseState state;

    ObjectFinder(Submission submission, CaseState state) {
        this.submission = submission;
        this.state = state;
    }

    /** The student's class of that name, with or without its package; the outermost of several. */
    Class<?> type(NameResolver.Wanted wanted) throws ReflectiveOperationException, NotCallable {
        String best = null;
        for (String name : submission.classes.keySet()) {
            String simple = name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
            boolean fits = wanted.fits(simple) || wanted.fits(name) || wanted.fits(name.replace('$', '.'));
            if (fits && (best == null || name.length() < best.length())) {
                best = name;
            }
        }
        if (best == null) {
            throw new NotCallable("there is no class " + String.join(" or ", wanted.names()));
        }
        return state.load(best);
    }

    /** The constructors of a class of which an object can be made. */
    List<Constructor<?>> constructors(Class<?> type) throws NotCallable {
        if (Modifier.isAbstract(type.getModifiers())) {
            throw new NotCallable("no object of the class " + type.getSimpleName() + " can be made: it is abstract");
        }
        return Arrays.asList(type.getDeclaredConstructors());
    }

    /** The methods of that name that a class has or inherits, its own first; static ones alone where so wanted. */
    List<Method> methods(Class<?> type, NameResolver.Wanted wanted, boolean fixed) throws NotCallable {
        List<Method> methods = new ArrayList<>();
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            add(methods, owner.getDeclaredMethods(), wanted, fixed);
        }
        add(methods, type.getMethods(), wanted, fixed); // default methods of interfaces too
        if (methods.isEmpty()) {
            throw new NotCallable("there is no " + (fixed ? "static " : "") + "method "
                    + String.join(" or ", wanted.names()) + " in the class " + type.getSimpleName());
        }
        return methods;
    }

    private static void add(List<Method> methods, Method[] candidates, NameResolver.Wanted wanted, boolean fixed) {
        for (Method method : candidates) {
            int modifiers = method.getModifiers();
            if (wanted.fits(method.getName()) && !method.isSynthetic() && !Modifier.isAbstract(modifiers)
                    && (!fixed || Modifier.isStatic(modifiers)) && !methods.contains(method)) {
                methods.add(method);
            }
        }
    }

    /** A field of an object by one of its names, alternatives joined by a bar; null where there is none. */
    static Field field(Object object, String written) {
        for (String name : written.split("\\|")) {
            for (Class<?> owner = object.getClass(); owner != null; owner = owner.getSuperclass()) {
                for (Field field : owner.getDeclaredFields()) {
                    if (field.getName().equals(name) && field.trySetAccessible()) {
                        return field;
                    }
                }
            }
        }
        return null;
    }
}
