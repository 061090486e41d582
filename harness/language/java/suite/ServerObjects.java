package harness.suite;

import java.io.ByteArrayInputStream;
import java.io.ObjectInputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The program's objects by their numbers, and stand-ins for objects of the tests. */
final class ServerObjects implements References {
    private static final int MOST_FRAMES = 50;

    /** What an object of the tests is where it has no interface that the program knows. */
    interface Opaque {}

    private final SuiteServer server;
    private final ClassLoader loader;
    private final Set<String> students;
    private final Map<Long, Object> objects = new HashMap<>();
    private final IdentityHashMap<Object, Long> numbers = new IdentityHashMap<>();
    private final Map<Long, Object> ofTests = new HashMap<>();
    private final IdentityHashMap<Object, Long> testNumbers = new IdentityHashMap<>();
    private long next = 1;

    ServerObjects(SuiteServer server, ClassLoader loader, Set<String> students) {
        this.server = server;
        this.loader = loader;
        this.students = students;
    }

    boolean isStudents(Class<?> type) {
        return type.getClassLoader() == loader;
    }

    @Override
    public Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(name, false, loader);
    }

    @Override
    public Object refer(Object given) {
        Object value = given instanceof Members.Made made ? made.object() : given;
        if (testNumbers.containsKey(value)) {
            return List.of("o", testNumbers.get(value));
        }
        Long number = numbers.get(value);
        if (number == null) {
            number = next++;
            numbers.put(value, number);
            objects.put(number, value);
        }
        return List.of("r", number, value.getClass().getName(), interfaces(value.getClass()));
    }

    private List<String> interfaces(Class<?> type) {
        Set<String> names = new LinkedHashSet<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Class<?> implemented : each.getInterfaces()) {
                if (isStudents(implemented) || Modifier.isPublic(implemented.getModifiers())) {
                    names.add(implemented.getName());
                }
            }
        }
        return new ArrayList<>(names);
    }

    void forget(List<?> dropped) {
        for (Object number : dropped) {
            numbers.remove(objects.remove(number));
        }
    }

    @Override
    public Object resolve(List<?> said) {
        switch ((String) said.get(0)) {
            case "r":
                return objects.get(said.get(1));
            case "z":
                return copy((String) said.get(1));
            default:
                return standIn((Long) said.get(1), (List<?>) said.get(2));
        }
    }

    private static Object copy(String text) {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(text)))) {
            return in.readObject();
        } catch (Exception error) {
            throw new IllegalArgumentException(error);
        }
    }

    /** An object that hands each call over to the tests' own. */
    private Object standIn(long number, List<?> names) {
        Object known = ofTests.get(number);
        if (known != null) {
            return known;
        }
        List<Class<?>> interfaces = new ArrayList<>();
        for (Object name : names) {
            try {
                interfaces.add(type((String) name));
            } catch (ClassNotFoundException | LinkageError notHere) {
                // the program does not know it either
            }
        }
        boolean isKnown = !interfaces.isEmpty();
        Class<?>[] types = isKnown ? interfaces.toArray(new Class<?>[0]) : new Class<?>[] {Opaque.class};
        Object made = Proxy.newProxyInstance(isKnown ? loader : Opaque.class.getClassLoader(), types,
                (proxy, method, given) -> ask(number, method, given));
        ofTests.put(number, made);
        testNumbers.put(made, number);
        return made;
    }

    private Object ask(long number, Method method, Object[] given) throws Throwable {
        List<String> parameters = new ArrayList<>();
        for (Class<?> parameter : method.getParameterTypes()) {
            parameters.add(parameter.getName());
        }
        List<?> where = List.of(number, method.getDeclaringClass().getName(), method.getName(), parameters);
        return server.ask("call", where, given == null ? new Object[0] : given);
    }

    /** What the tests are told of an exception: its classes, its text, and where in the program it was thrown. */
    Map<String, Object> raised(Throwable thrown) {
        Map<String, Object> told = new LinkedHashMap<>();
        List<Object> classes = new ArrayList<>();
        for (Class<?> type = thrown.getClass(); type != Object.class; type = type.getSuperclass()) {
            classes.add(type.getName());
        }
        told.put("classes", classes);
        told.put("message", message(thrown));
        told.put("object", isStudents(thrown.getClass()) ? refer(thrown) : null);
        told.put("frames", frames(thrown));
        return told;
    }

    private static String message(Throwable thrown) {
        try {
            return thrown.getMessage();
        } catch (Throwable ofTheStudent) {
            return null;
        }
    }

    private List<Object> frames(Throwable thrown) {
        List<Object> frames = new ArrayList<>();
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (students.contains(frame.getClassName()) && frame.getFileName() != null && frames.size() < MOST_FRAMES) {
                int dot = frame.getClassName().lastIndexOf('.');
                String folder = frame.getClassName().substring(0, dot + 1).replace('.', '/');
                String function = frame.getClassName().substring(dot + 1).replace('$', '.') + "." + frame.getMethodName();
                frames.add(0, List.of(folder + frame.getFileName(), frame.getLineNumber(), function));
            }
        }
        return frames;
    }

    /** The exception that the tests' own object has thrown. */
    Throwable exception(Map<?, ?> said, Codec codec) throws ClassNotFoundException {
        if (said.get("object") != null) {
            return (Throwable) codec.decode(said.get("object"));
        }
        return Exceptions.make((List<?>) said.get("classes"), (String) said.get("message"), loader);
    }
}
