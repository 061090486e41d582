package harness.suite;

import java.util.HashMap;
import java.util.Map;

/** Loads the tests, and in place of the student's classes their mirrors; all else is Java's, JUnit's or ours. */
final class TestLoader extends ClassLoader {
    final Map<String, byte[]> tests = new HashMap<>();
    private final StubClasses stubs;

    TestLoader(StubClasses stubs) {
        super(TestLoader.class.getClassLoader());
        this.stubs = stubs;
    }

    boolean isStub(String name) {
        return stubs.classes.containsKey(name);
    }

    boolean isStub(Class<?> type) {
        return type.getClassLoader() == this && isStub(type.getName());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            byte[] content = tests.containsKey(name) ? FieldAccess.rewrite(tests.get(name), stubs) : stubs.classes.get(name);
            return content == null ? super.loadClass(name, resolve) : defineClass(name, content, 0, content.length);
        }
    }
}
