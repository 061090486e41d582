package harness.suite;

import java.lang.reflect.Constructor;
import java.util.List;

/** Makes exceptions of Java's own classes. */
final class Exceptions {
    private Exceptions() {}

    /** An exception of the first of these classes that is there and can be made. */
    static Throwable make(List<?> names, String message, ClassLoader loader) {
        for (Object name : names) {
            try {
                Class<?> type = Class.forName((String) name, false, loader);
                if (Throwable.class.isAssignableFrom(type)) {
                    return make(type, message);
                }
            } catch (ReflectiveOperationException | LinkageError notThisOne) {
                // the class above it, then
            }
        }
        return new RuntimeException(message);
    }

    private static Throwable make(Class<?> type, String message) throws ReflectiveOperationException {
        for (Constructor<?> constructor : type.getConstructors()) {
            Class<?>[] parameters = constructor.getParameterTypes();
            if (parameters.length == 1 && (parameters[0] == String.class || parameters[0] == Object.class)
                    && (message != null || parameters[0] == String.class)) {
                return (Throwable) constructor.newInstance(message);
            }
        }
        return (Throwable) type.getConstructor().newInstance();
    }
}
