package harness.driver;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One case's state: the student's classes loaded afresh, and one object of each class that needs one. */
final class World {
    private static final int DEEPEST = 4;

    private final Submission submission;
    private final Submission.Loader loader;
    /** Values for a constructor that wants some: the fields that the case sets. */
    private final Collection<Object> hints;
    private final Map<Class<?>, Object> objects = new LinkedHashMap<>();

    World(Submission submission, boolean counting, Collection<Object> hints) {
        this.submission = submission;
        this.loader = submission.load(counting);
        this.hints = hints;
    }

    /** Whether its classes are those of other cases too. */
    boolean isShared() {
        return loader.isShared();
    }

    /** The class, its static initialiser run. */
    Class<?> load(String name) throws ReflectiveOperationException {
        return Class.forName(name, true, loader);
    }

    /** A member's object: none for a static one; made, or found among those that are there. */
    Object target(Class<?> declaring, int modifiers, String chosenName) throws ReflectiveOperationException, Unfit {
        if (Modifier.isStatic(modifiers)) {
            return null;
        }
        Class<?> chosen = load(chosenName);
        return object(declaring.isAssignableFrom(chosen) ? chosen : declaring, chosen, 0);
    }

    private Object object(Class<?> type, Class<?> chosen, int depth) throws ReflectiveOperationException, Unfit {
        for (Object there : objects.values()) {
            if (type.isInstance(there)) {
                return there;
            }
        }
        for (Object there : reachable(chosen)) {
            if (type.isInstance(there)) {
                return there;
            }
        }
        Object made = make(concrete(type), chosen, depth);
        objects.put(type, made);
        return made;
    }

    /** The objects of the student's own classes that hang on the chosen class and on the objects made, near ones first. */
    Collection<Object> reachable(Class<?> chosen) throws ReflectiveOperationException {
        Map<Object, Boolean> seen = new IdentityHashMap<>();
        List<Object> found = new ArrayList<>();
        Deque<Object> waiting = new ArrayDeque<>(objects.values());
        follow(chosen, null, waiting);
        while (!waiting.isEmpty() && found.size() < 100) {
            Object next = waiting.poll();
            if (seen.put(next, true) == null) {
                found.add(next);
                follow(next.getClass(), next, waiting);
            }
        }
        return found;
    }

    private void follow(Class<?> type, Object object, Deque<Object> waiting) throws ReflectiveOperationException {
        for (Class<?> at = type; at != null && isStudents(at); at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                boolean fixed = Modifier.isStatic(field.getModifiers());
                if (!field.getType().isPrimitive() && fixed == (object == null)) {
                    field.setAccessible(true);
                    Object value = field.get(object);
                    if (value != null && isStudents(value.getClass())) {
                        waiting.add(value);
                    }
                }
            }
        }
    }

    private boolean isStudents(Class<?> type) {
        return type.getClassLoader() == loader;
    }

    /** The class itself, or one of the student's that is a complete form of it. */
    private Class<?> concrete(Class<?> type) throws ReflectiveOperationException, Unfit {
        if (!Modifier.isAbstract(type.getModifiers())) {
            return type;
        }
        for (String name : submission.classes.keySet()) {
            Class<?> other = Class.forName(name, false, loader);
            if (type.isAssignableFrom(other) && !Modifier.isAbstract(other.getModifiers())) {
                return other;
            }
        }
        throw new Unfit("no object of the class " + type.getSimpleName() + " can be made: it is abstract");
    }

    /** By the constructor with the fewest parameters; where that one fails, by the next. */
    private Object make(Class<?> type, Class<?> chosen, int depth) throws ReflectiveOperationException, Unfit {
        if (type.isEnum() && type.getEnumConstants().length > 0) {
            return type.getEnumConstants()[0];
        }
        Constructor<?>[] all = type.getDeclaredConstructors();
        Arrays.sort(all, new Comparator<Constructor<?>>() {
            @Override
            public int compare(Constructor<?> one, Constructor<?> other) {
                int fewer = one.getParameterCount() - other.getParameterCount();
                return fewer != 0 ? fewer : one.toString().compareTo(other.toString());
            }
        });
        InvocationTargetException failed = null;
        for (Constructor<?> constructor : all) {
            try {
                constructor.setAccessible(true);
                return constructor.newInstance(defaults(constructor, chosen, depth));
            } catch (InvocationTargetException error) {
                failed = failed == null ? error : failed;
            }
        }
        if (failed != null) {
            throw failed;
        }
        throw new Unfit("no object of the class " + type.getSimpleName() + " can be made");
    }

    private Object[] defaults(Constructor<?> constructor, Class<?> chosen, int depth)
            throws ReflectiveOperationException, Unfit {
        Class<?>[] types = constructor.getParameterTypes();
        Object[] values = new Object[types.length];
        List<Object> left = new ArrayList<>(hints);
        for (int i = 0; i < types.length; i++) {
            if (types[i] == constructor.getDeclaringClass().getDeclaringClass() && depth < DEEPEST) {
                values[i] = object(types[i], chosen, depth + 1); // an inner class lives in an object of the outer one
                continue;
            }
            for (Object hint : left) {
                if (hint != null && Values.cost(hint, types[i]) < Values.NEVER) {
                    values[i] = Values.make(hint, types[i]);
                    left.remove(hint);
                    break;
                }
            }
            if (values[i] == null && types[i].isPrimitive()) {
                values[i] = java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(types[i], 1), 0);
            }
        }
        return values;
    }
}
