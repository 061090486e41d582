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

/** One case's state: the student's classes loaded again, and one object of each class that needs one. */
final class CaseState {
    private static final int DEEPEST = 4;

    private final Submission submission;
    private final Submission.Loader loader;
    /** Arguments for a constructor that takes some: the values of the fields that the case sets. */
    private final Collection<Object> hints;
    private final Map<Class<?>, Object> objects = new LinkedHashMap<>();

    CaseState(Submission submission, boolean counting, Collection<Object> hints) {
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

    /** The object of a member: null for a static one; else an existing object, or a new one. */
    Object target(Class<?> declaring, int modifiers, String chosenName)
            throws ReflectiveOperationException, NotCallable {
        if (Modifier.isStatic(modifiers)) {
            return null;
        }
        Class<?> chosen = load(chosenName);
        return object(declaring.isAssignableFrom(chosen) ? chosen : declaring, chosen, 0);
    }

    private Object object(Class<?> type, Class<?> chosen, int depth) throws ReflectiveOperationException, NotCallable {
        for (Object object : objects.values()) {
            if (type.isInstance(object)) {
                return object;
            }
        }
        for (Object object : reachable(chosen)) {
            if (type.isInstance(object)) {
                return object;
            }
        }
        Object created = create(concrete(type), chosen, depth);
        objects.put(type, created);
        return created;
    }

    /** The student's own objects that the chosen class and the existing objects refer to, the nearest first. */
    Collection<Object> reachable(Class<?> chosen) throws ReflectiveOperationException {
        Map<Object, Boolean> visited = new IdentityHashMap<>();
        List<Object> reached = new ArrayList<>();
        Deque<Object> waiting = new ArrayDeque<>(objects.values());
        follow(chosen, null, waiting);
        while (!waiting.isEmpty() && reached.size() < 100) {
            Object next = waiting.poll();
            if (visited.put(next, true) == null) {
                reached.add(next);
                follow(next.getClass(), next, waiting);
            }
        }
        return reached;
    }

    private void follow(Class<?> type, Object object, Deque<Object> waiting) throws ReflectiveOperationException {
        for (Class<?> owner = type; owner != null && isStudents(owner); owner = owner.getSuperclass()) {
            for (Field field : owner.getDeclaredFields()) {
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

    /** The class itself, or one of the student's that extends it and is not abstract. */
    private Class<?> concrete(Class<?> type) throws ReflectiveOperationException, NotCallable {
        if (!Modifier.isAbstract(type.getModifiers())) {
            return type;
        }
        for (String name : submission.classes.keySet()) {
            Class<?> candidate = Class.forName(name, false, loader);
            if (type.isAssignableFrom(candidate) && !Modifier.isAbstract(candidate.getModifiers())) {
                return candidate;
            }
        }
        throw new NotCallable("no object of the class " + type.getSimpleName() + " can be made: it is abstract");
    }

    /** By the constructor with the fewest parameters whose arguments are known; where that one fails, by the next. */
    private Object create(Class<?> type, Class<?> chosen, int depth) throws ReflectiveOperationException, NotCallable {
        if (type.isEnum() && type.getEnumConstants().length > 0) {
            return type.getEnumConstants()[0];
        }
        Constructor<?>[] constructors = type.getDeclaredConstructors();
        Arrays.sort(constructors, new Comparator<Constructor<?>>() {
            @Override
            public int compare(Constructor<?> first, Constructor<?> second) {
                int fewer = first.getParameterCount() - second.getParameterCount();
                return fewer != 0 ? fewer : first.toString().compareTo(second.toString());
            }
        });
        InvocationTargetException failed = null;
        for (Constructor<?> constructor : constructors) {
            try {
                constructor.setAccessible(true);
                Object[] values = known(constructor, chosen, depth);
                if (values != null) {
                    return constructor.newInstance(values);
                }
            } catch (InvocationTargetException error) {
                failed = failed == null ? error : failed;
            }
        }
        if (failed != null) {
            throw failed;
        }
        String takes = constructors.length == 0 ? "it has no constructor"
                : "its constructor takes " + Arguments.heading(constructors[0], "");
        throw new NotCallable("no object of the class " + type.getSimpleName() + " can be made without arguments: " + takes);
    }

    /** The arguments of a constructor, of what the case sets and of the object around; null where that does not do. */
    private Object[] known(Constructor<?> constructor, Class<?> chosen, int depth)
            throws ReflectiveOperationException, NotCallable {
        Class<?>[] types = constructor.getParameterTypes();
        Object[] values = new Object[types.length];
        List<Object> unused = new ArrayList<>(hints);
        for (int i = 0; i < types.length; i++) {
            if (types[i] == constructor.getDeclaringClass().getDeclaringClass() && depth < DEEPEST) {
                values[i] = object(types[i], chosen, depth + 1); // an inner class lives in an object of the outer one
                continue;
            }
            for (Object hint : unused) {
                if (hint != null && ArgumentConverter.cost(hint, types[i]) < ArgumentConverter.NEVER) {
                    values[i] = ArgumentConverter.make(hint, types[i]);
                    unused.remove(hint);
                    break;
                }
            }
            if (values[i] == null) {
                return null; // nothing is invented: a right program may refuse it
            }
        }
        return values;
    }
}
