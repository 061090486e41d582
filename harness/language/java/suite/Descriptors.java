package harness.suite;

/** Types as class files write them, in the words of {@code Class.forName}. */
final class Descriptors {
    private static final String LETTERS = "ZBCSIJFDV";
    private static final String[] NAMES = {
        "boolean", "byte", "char", "short", "int", "long", "float", "double", "void"
    };

    private Descriptors() {}

    static String className(String descriptor) {
        switch (descriptor.charAt(0)) {
            case '[':
                return descriptor.replace('/', '.');
            case 'L':
                return descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
            default:
                return NAMES[LETTERS.indexOf(descriptor.charAt(0))];
        }
    }
}
