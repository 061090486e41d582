package harness.suite;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** Calls methods and constructors, reads and writes fields, by name and descriptor. */
final class Members {
    private final Codec codec;
    private final ServerObjects objects;

    Members(Codec codec, ServerObjects objects) {
        this.codec = codec;
        this.objects = objects;
    }

    /** Arguments: the class, the name, the descriptor, the object or null; then what is handed over. */
    Object perform(String op, List<Object> arguments) throws Throwable {
        Class<?> owner = objects.type((String) arguments.get(0));
        String name = (String) arguments.get(1);
        String descriptor = (String) arguments.get(2);
        Object self = arguments.get(3);
        Object[] given = arguments.subList(4, arguments.size()).toArray();
        switch (op) {
            case "new":
                Constructor<?> constructor = owner.getDeclaredConstructor(parameters(descriptor));
                constructor.setAccessible(true);
                return new Made(constructor.newInstance(given));
            case "get":
                return field(owner, name).get(self);
            case "put":
                field(owner, name).set(self, given[0]);
                return null;
            default:
                return call(owner, name, descriptor, self, given);
        }
    }

    /** An object that was made by its constructor: it crosses by reference, whatever class it is of. */
    record Made(Object object) {}

    private Object call(Class<?> owner, String name, String descriptor, Object self, Object[] given) throws Throwable {
        Method method = owner.getDeclaredMethod(name, parameters(descriptor));
        if (method.isDefault() && self != null && Proxy.isProxyClass(self.getClass())) {
            return InvocationHandler.invokeDefault(self, method, given);
        }
        if (objects.isStudents(owner)) {
            method.setAccessible(true);
        }
        return method.invoke(self, given);
    }

    private static Field field(Class<?> owner, String name) throws NoSuchFieldException {
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        return owner.getField(name);
    }

    private Class<?>[] parameters(String descriptor) {
        List<Class<?>> types = new ArrayList<>();
        int i = 1;
        while (descriptor.charAt(i) != ')') {
            int begin = i;
            while (descriptor.charAt(i) == '[') {
                i++;
            }
            i = descriptor.charAt(i) == 'L' ? descriptor.indexOf(';', i) + 1 : i + 1;
            types.add(codec.type(Descriptors.className(descriptor.substring(begin, i))));
        }
        return types.toArray(new Class<?>[0]);
    }

    static Throwable cause(Throwable thrown) {
        return thrown instanceof InvocationTargetException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }
}
