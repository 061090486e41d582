package harness.suite;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
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

/** How things cross: the program's become mirrors, and of the tests' things only those that they hand over. */
final class MirrorObjects implements References {
    private static final int LEAST = 500;
    private static final int MOST_FRAMES = 50;

    /** An object of the program that is of no class and no interface that the tests know. */
    interface Opaque {}

    private final TestLoader loader;
    private final Map<Long, Object> mirrors = new HashMap<>();
    private final IdentityHashMap<Object, Long> numbers = new IdentityHashMap<>();
    private final Map<Long, Object> own = new HashMap<>();
    private final IdentityHashMap<Object, Long> ownNumbers = new IdentityHashMap<>();
    private long next = 1;
    private int most = LEAST;
    private Object expected;

    MirrorObjects(TestLoader loader) {
        this.loader = loader;
    }

    /** A new program begins, which knows nothing of what was before. */
    void begin() {
        mirrors.clear();
        numbers.clear();
        own.clear();
        ownNumbers.clear();
        most = LEAST;
    }

    boolean isMirror(Object value) {
        return value != null && (numbers.containsKey(value) || loader.isStub(value.getClass()));
    }

    /** The next object that comes from the program, and is of the class of this mirror, is what it stands for. */
    void expectMade(Object mirror) {
        expected = mirror;
    }

    boolean isFull() {
        return mirrors.size() > most;
    }

    /** Forget the mirrors that the tests no longer hold, and return their numbers. */
    List<Object> unused() {
        Map<Long, WeakReference<Object>> held = new LinkedHashMap<>();
        mirrors.forEach((number, mirror) -> held.put(number, new WeakReference<>(mirror)));
        mirrors.clear();
        numbers.clear();
        System.gc();
        List<Object> unused = new ArrayList<>();
        held.forEach((number, reference) -> {
            Object mirror = reference.get();
            if (mirror == null) {
                unused.add(number);
            } else {
                bind(number, mirror);
            }
        });
        most = Math.max(LEAST, 2 * mirrors.size());
        return unused;
    }

    private void bind(Long number, Object mirror) {
        mirrors.put(number, mirror);
        numbers.put(mirror, number);
    }

    @Override
    public Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(name, false, loader);
    }

    @Override
    public Object refer(Object value) {
        Long number = numbers.get(value);
        if (number != null) {
            return List.of("r", number);
        }
        if (loader.isStub(value.getClass())) {
            throw Mirror.connection.fail("ended", "");
        }
        String copy = ownNumbers.containsKey(value) ? "" : copy(value);
        if (!copy.isEmpty()) {
            return List.of("z", copy);
        }
        number = ownNumbers.computeIfAbsent(value, each -> next++);
        own.put(number, value);
        return List.of("o", number, interfaces(value.getClass()));
    }

    /** A copy of an object of Java's own; empty where it cannot be copied. */
    private static String copy(Object value) {
        Class<?> type = value.getClass();
        if (!(value instanceof Serializable) || type.getClassLoader() != null || type.isHidden()) {
            return "";
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException holdsOthers) {
            return "";
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    private List<String> interfaces(Class<?> type) {
        Set<String> names = new LinkedHashSet<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Class<?> implemented : each.getInterfaces()) {
                if (loader.isStub(implemented) || Modifier.isPublic(implemented.getModifiers())) {
                    names.add(implemented.getName());
                }
            }
        }
        return new ArrayList<>(names);
    }

    @Override
    public Object resolve(List<?> said) {
        Long number = (Long) said.get(1);
        if (said.get(0).equals("o")) {
            return own.get(number);
        }
        Object mirror = mirrors.get(number);
        if (mirror == null) {
            mirror = mirror((String) said.get(2), (List<?>) said.get(3));
            bind(number, mirror);
        }
        return mirror;
    }

    private Object mirror(String name, List<?> interfaces) {
        Object made = expected;
        if (made != null && made.getClass().getName().equals(name)) {
            expected = null;
            return made;
        }
        try {
            if (loader.isStub(name)) {
                Constructor<?> constructor = type(name).getDeclaredConstructor(Marker.class);
                constructor.setAccessible(true);
                return constructor.newInstance((Object) null);
            }
        } catch (ReflectiveOperationException | LinkageError error) {
            throw new IllegalArgumentException(error);
        }
        return proxy(interfaces);
    }

    private Object proxy(List<?> names) {
        List<Class<?>> types = new ArrayList<>();
        for (Object name : names) {
            try {
                Class<?> type = type((String) name);
                if (type.isInterface() && (loader.isStub(type) || Modifier.isPublic(type.getModifiers()))) {
                    types.add(type);
                }
            } catch (ClassNotFoundException | LinkageError notHere) {
                // it is known by its other interfaces
            }
        }
        boolean isKnown = !types.isEmpty();
        Class<?>[] known = isKnown ? types.toArray(new Class<?>[0]) : new Class<?>[] {Opaque.class};
        return Proxy.newProxyInstance(isKnown ? loader : Opaque.class.getClassLoader(), known, this::ask);
    }

    private Object ask(Object proxy, Method method, Object[] given) {
        if (method.getName().equals("hashCode") && method.getParameterCount() == 0) {
            return System.identityHashCode(proxy);
        }
        String owner = method.getDeclaringClass().getName();
        String descriptor = MethodType.methodType(method.getReturnType(), method.getParameterTypes()).descriptorString();
        return Mirror.call(proxy, owner, method.getName(), descriptor, given == null ? new Object[0] : given);
    }

    /** Call a method of an object of the tests' own. */
    Object callOwn(List<?> where, List<Object> given, Codec codec) throws ReflectiveOperationException {
        List<Class<?>> parameters = new ArrayList<>();
        for (Object name : (List<?>) where.get(3)) {
            parameters.add(codec.type((String) name));
        }
        Class<?> owner = codec.type((String) where.get(1));
        Method method = owner.getDeclaredMethod((String) where.get(2), parameters.toArray(new Class<?>[0]));
        if (loader.isStub(owner)) {
            method.setAccessible(true);
        }
        return method.invoke(own.get((Long) where.get(0)), given.toArray());
    }

    /** What the program is told of an exception of the tests. */
    Map<String, Object> raised(Throwable thrown, Codec codec) {
        Map<String, Object> told = new LinkedHashMap<>();
        List<Object> classes = new ArrayList<>();
        for (Class<?> type = thrown.getClass(); type != Object.class; type = type.getSuperclass()) {
            classes.add(type.getName());
        }
        boolean isPrograms = numbers.containsKey(thrown);
        told.put("classes", classes);
        told.put("message", isPrograms ? null : thrown.getMessage());
        told.put("object", isPrograms ? codec.encode(thrown) : null);
        return told;
    }

    /** The exception that the program threw. */
    Throwable exception(Map<?, ?> said, Codec codec) {
        Throwable thrown = said.get("object") != null ? (Throwable) codec.decode(said.get("object"))
                : Exceptions.make((List<?>) said.get("classes"), (String) said.get("message"), platform());
        Frames.note(thrown, (List<?>) said.get("frames"), MOST_FRAMES);
        return thrown;
    }

    private static ClassLoader platform() {
        return ClassLoader.getPlatformClassLoader();
    }
}
