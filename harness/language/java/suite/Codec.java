package harness.suite;

import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Writes values as JSON and reads them: plain values with their exact types, containers by number, all else by name. */
final class Codec {
    private static final Map<String, Function<String, Object>> READERS = Map.ofEntries(
            Map.entry("java.lang.Byte", Byte::valueOf),
            Map.entry("java.lang.Short", Short::valueOf),
            Map.entry("java.lang.Long", Long::valueOf),
            Map.entry("java.lang.Float", Float::valueOf),
            Map.entry("java.lang.Double", Double::valueOf),
            Map.entry("java.lang.Character", text -> text.charAt(0)),
            Map.entry("java.math.BigInteger", BigInteger::new),
            Map.entry("java.math.BigDecimal", BigDecimal::new),
            Map.entry("java.time.LocalDate", LocalDate::parse),
            Map.entry("java.time.LocalTime", LocalTime::parse),
            Map.entry("java.time.LocalDateTime", LocalDateTime::parse),
            Map.entry("java.time.Duration", Duration::parse),
            Map.entry("java.time.Period", Period::parse),
            Map.entry("java.time.Instant", Instant::parse),
            Map.entry("java.util.UUID", UUID::fromString));
    private static final Map<String, Class<?>> PRIMITIVES = Map.of(
            "int", int.class, "long", long.class, "double", double.class, "float", float.class, "char", char.class,
            "boolean", boolean.class, "byte", byte.class, "short", short.class, "void", void.class);

    final Shared shared;
    private final References references;

    Codec(Shared shared, References references) {
        this.shared = shared;
        this.references = references;
    }

    Object encode(Object value) {
        if (value == null || value instanceof Boolean || value instanceof String || value instanceof Integer) {
            return value;
        }
        String name = value.getClass().getName();
        if (READERS.containsKey(name)) {
            return List.of("x", name, value.toString());
        }
        if (value instanceof Class<?> type) {
            return List.of("c", type.getName());
        }
        if (value instanceof Enum<?> constant) {
            return List.of("e", constant.getDeclaringClass().getName(), constant.name());
        }
        if (value instanceof Optional<?> optional) {
            return optional.isPresent() ? List.of("O", listOf(optional.get())) : List.of("O");
        }
        return Containers.kind(value) == null ? references.refer(value) : List.of("s", shared.number(value));
    }

    private List<Object> listOf(Object value) {
        List<Object> list = new ArrayList<>();
        list.add(encode(value));
        return list;
    }

    List<Object> encodeAll(Iterable<?> values) {
        List<Object> list = new ArrayList<>();
        for (Object value : values) {
            list.add(encode(value));
        }
        return list;
    }

    /** The value that was written; any exception where nothing was. */
    Object decode(Object said) {
        if (said == null || said instanceof Boolean || said instanceof String) {
            return said;
        }
        if (said instanceof Long number) {
            return Math.toIntExact(number);
        }
        List<?> parts = (List<?>) said;
        switch ((String) parts.get(0)) {
            case "x":
                return READERS.get(parts.get(1)).apply((String) parts.get(2));
            case "c":
                return type((String) parts.get(1));
            case "e":
                return constant(type((String) parts.get(1)), (String) parts.get(2));
            case "O":
                return parts.size() == 1 ? Optional.empty() : Optional.of(decode(((List<?>) parts.get(1)).get(0)));
            case "s":
                return shared.get((Long) parts.get(1));
            default:
                return references.resolve(parts);
        }
    }

    List<Object> decodeAll(Object said) {
        List<Object> values = new ArrayList<>();
        for (Object each : (List<?>) said) {
            values.add(decode(each));
        }
        return values;
    }

    Class<?> type(String name) {
        Class<?> primitive = PRIMITIVES.get(name);
        try {
            return primitive != null ? primitive : references.type(name);
        } catch (ClassNotFoundException | LinkageError error) {
            throw new IllegalArgumentException("no class " + name);
        }
    }

    /** A constant by its field: the method that returns all of them is the program's. */
    private static Object constant(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            if (field.isEnumConstant()) {
                if (type.getClassLoader() != null) {
                    field.setAccessible(true);
                }
                return field.get(null);
            }
        } catch (ReflectiveOperationException notThere) {
            // told below
        }
        throw new IllegalArgumentException("no constant " + name);
    }
}
