package harness.suite;

import java.util.Map;

/** The primitive types and their classes. */
final class Boxes {
    private static final Map<Character, Class<?>> TYPES = Map.of(
            'Z', Boolean.class, 'B', Byte.class, 'C', Character.class, 'S', Short.class, 'I', Integer.class,
            'J', Long.class, 'F', Float.class, 'D', Double.class);

    private Boxes() {}

    static Class<?> type(char letter) {
        return TYPES.get(letter);
    }

    /** The class of a primitive type, as a class file names it. */
    static String internalName(char letter) {
        return type(letter).getName().replace('.', '/');
    }

    /** The method that takes the value out. */
    static String unboxing(char letter) {
        return switch (letter) {
            case 'Z' -> "booleanValue";
            case 'B' -> "byteValue";
            case 'C' -> "charValue";
            case 'S' -> "shortValue";
            case 'I' -> "intValue";
            case 'J' -> "longValue";
            case 'F' -> "floatValue";
            default -> "doubleValue";
        };
    }
}
