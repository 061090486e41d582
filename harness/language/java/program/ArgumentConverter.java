package harness.driver;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Converts a value that came as JSON to the type of a parameter or a field of the student's. */
final class ArgumentConverter {
    /** The cost of a type that cannot hold the value; every other cost is below. */
    static final int NEVER = 1_000_000;

    private ArgumentConverter() {}

    /** How far the value is from the type: 0 for the natural one, NEVER when it cannot be made. */
    static int cost(Object json, Type type) {
        Class<?> raw = raw(type);
        if (json instanceof SpecValue.Reference reference) {
            return costOfObject(reference.object(), raw);
        }
        if (json == null) {
            return raw.isPrimitive() ? NEVER : raw == Object.class ? 1 : 0;
        }
        if (raw == Object.class) {
            return 50;
        }
        if (json instanceof Long whole) {
            return costOfWhole(whole, raw);
        }
        if (json instanceof Double) {
            return pick(raw, double.class, Double.class, float.class, Float.class, BigDecimal.class);
        }
        if (json instanceof Boolean) {
            return pick(raw, boolean.class, Boolean.class);
        }
        if (json instanceof String string) {
            if (raw == char.class || raw == Character.class) {
                return string.length() == 1 ? 10 : NEVER;
            }
            if (raw.isEnum()) {
                return constant(string, raw) == null ? NEVER : 5;
            }
            return raw == char[].class ? 20 : pick(raw, String.class);
        }
        if (json instanceof List<?> list) {
            return costOfList(list, type, raw);
        }
        if (json instanceof Set<?> set) {
            boolean fits = raw.isAssignableFrom(LinkedHashSet.class) || Set.class.isAssignableFrom(raw);
            return fits ? costOfList(new ArrayList<>(set), type, ArrayList.class) : NEVER;
        }
        if (json instanceof byte[]) {
            return raw == byte[].class ? 0 : NEVER;
        }
        return raw.isAssignableFrom(LinkedHashMap.class) || Map.class.isAssignableFrom(raw) ? 1 : NEVER;
    }

    /** The cost of a value that is the student's already; a number fits a wider type, as in a call of Java's own. */
    private static int costOfObject(Object object, Class<?> raw) {
        if (object == null) {
            return raw.isPrimitive() ? NEVER : 0;
        }
        if (raw.isInstance(object)) {
            return 0;
        }
        if (!raw.isPrimitive() || object instanceof Character != (raw == char.class)) {
            return NEVER;
        }
        if (object instanceof Integer || object instanceof Long || object instanceof Short || object instanceof Byte) {
            return costOfWhole(((Number) object).longValue(), raw);
        }
        return object instanceof Character ? 0 : cost(object instanceof Float ? ((Float) object).doubleValue() : object, raw);
    }

    /** The constant of an enum by its name; null where there is none. */
    private static Object constant(String name, Class<?> type) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        return null;
    }

    /** The position of a type in a list of types, the most natural first. */
    private static int pick(Class<?> raw, Class<?>... types) {
        for (int place = 0; place < types.length; place++) {
            if (types[place] == raw) {
                return place;
            }
        }
        Class<?> natural = types[types[0].isPrimitive() ? 1 : 0];
        return raw.isAssignableFrom(natural) ? 40 : NEVER; // an interface, or a type variable's bound
    }

    private static int costOfWhole(long whole, Class<?> raw) {
        int place = pick(raw, int.class, Integer.class, long.class, Long.class, short.class, Short.class, byte.class,
                Byte.class, double.class, Double.class, float.class, Float.class, BigInteger.class, BigDecimal.class);
        boolean fits = place == NEVER || place >= 8 || place == 2 || place == 3
                || (place < 2 ? whole == (int) whole : place < 6 ? whole == (short) whole : whole == (byte) whole);
        return fits ? place : NEVER;
    }

    private static int costOfList(List<?> list, Type type, Class<?> raw) {
        Type element = raw.isArray() ? elementOfArray(type, raw) : elementOfCollection(type);
        if (!raw.isArray() && !raw.isAssignableFrom(ArrayList.class) && !Collection.class.isAssignableFrom(raw)) {
            return NEVER;
        }
        int most = raw.isArray() ? 0 : 1;
        for (Object item : list) {
            most = Math.max(most, cost(item, element));
        }
        return most;
    }

    /** The value as that type holds it; only for a cost below NEVER. */
    static Object make(Object json, Type type) throws NotCallable {
        if (cost(json, type) >= NEVER) {
            throw new NotCallable(
                    "a value of the type " + raw(type).getSimpleName() + " cannot be made of " + brief(json));
        }
        try {
            return convert(json, type);
        } catch (ReflectiveOperationException error) {
            throw new NotCallable("an object of the type " + raw(type).getSimpleName() + " cannot be made");
        }
    }

    private static Object convert(Object json, Type type) throws ReflectiveOperationException {
        Class<?> raw = raw(type);
        if (json instanceof SpecValue.Reference reference) {
            Object object = reference.object();
            return object instanceof Number wide && raw.isPrimitive() ? number(wide, raw) : object;
        }
        if (json instanceof Number number) {
            return number(number, raw);
        }
        if (json instanceof String string) {
            if (raw == char.class || raw == Character.class) {
                return string.charAt(0);
            }
            if (raw.isEnum()) {
                return constant(string, raw);
            }
            return raw == char[].class ? string.toCharArray() : (Object) string;
        }
        if (json instanceof Set<?> set) {
            return list(new ArrayList<>(set), type, raw.isAssignableFrom(LinkedHashSet.class) ? LinkedHashSet.class : raw);
        }
        if (json instanceof List<?> list) {
            return list(list, type, raw);
        }
        if (json instanceof Map<?, ?> map) {
            Map<Object, Object> converted = map(raw);
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                converted.put(convert(entry.getKey(), argument(type, 0)), convert(entry.getValue(), argument(type, 1)));
            }
            return converted;
        }
        return json;
    }

    private static Object list(List<?> list, Type type, Class<?> raw) throws ReflectiveOperationException {
        if (raw.isArray()) {
            Object array = Array.newInstance(raw.getComponentType(), list.size());
            Type element = elementOfArray(type, raw);
            for (int i = 0; i < list.size(); i++) {
                Array.set(array, i, convert(list.get(i), element));
            }
            return array;
        }
        Collection<Object> collection = collection(raw);
        Type element = elementOfCollection(type);
        for (Object item : list) {
            collection.add(convert(item, element));
        }
        return collection;
    }

    @SuppressWarnings("unchecked")
    private static Collection<Object> collection(Class<?> raw) throws ReflectiveOperationException {
        if (raw.isAssignableFrom(ArrayList.class)) {
            return new ArrayList<>();
        }
        if (raw.isAssignableFrom(LinkedHashSet.class)) {
            return new LinkedHashSet<>();
        }
        if (raw.isAssignableFrom(TreeSet.class)) {
            return new TreeSet<>();
        }
        if (raw.isAssignableFrom(ArrayDeque.class)) {
            return new ArrayDeque<>();
        }
        return (Collection<Object>) raw.getConstructor().newInstance();
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Object> map(Class<?> raw) throws ReflectiveOperationException {
        if (raw.isAssignableFrom(LinkedHashMap.class)) {
            return new LinkedHashMap<>();
        }
        return raw.isAssignableFrom(TreeMap.class) ? new TreeMap<>() : (Map<Object, Object>) raw.getConstructor().newInstance();
    }

    private static Object number(Number number, Class<?> raw) {
        if (raw == long.class || raw == Long.class) {
            return number.longValue();
        } else if (raw == double.class || raw == Double.class) {
            return number.doubleValue();
        } else if (raw == float.class || raw == Float.class) {
            return number.floatValue();
        } else if (raw == short.class || raw == Short.class) {
            return number.shortValue();
        } else if (raw == byte.class || raw == Byte.class) {
            return number.byteValue();
        } else if (raw == BigInteger.class) {
            return BigInteger.valueOf(number.longValue());
        } else if (raw == BigDecimal.class) {
            return new BigDecimal(number.toString());
        }
        boolean small = number instanceof Long && number.longValue() == number.intValue();
        return small ? (Object) number.intValue() : number;
    }

    private static Type elementOfArray(Type type, Class<?> raw) {
        return type instanceof GenericArrayType array ? array.getGenericComponentType() : raw.getComponentType();
    }

    private static Type elementOfCollection(Type type) {
        return argument(type, 0);
    }

    private static Type argument(Type type, int place) {
        if (type instanceof ParameterizedType generic && generic.getActualTypeArguments().length > place) {
            return generic.getActualTypeArguments()[place];
        }
        return Object.class;
    }

    /** The class of a type without its type parameters. */
    static Class<?> raw(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        } else if (type instanceof ParameterizedType generic) {
            return (Class<?>) generic.getRawType();
        } else if (type instanceof GenericArrayType array) {
            return raw(array.getGenericComponentType()).arrayType();
        } else if (type instanceof TypeVariable<?> variable) {
            return raw(variable.getBounds()[0]);
        }
        return raw(((WildcardType) type).getUpperBounds()[0]);
    }

    /** A value as part of a message, shortened. */
    static String brief(Object json) {
        String text = String.valueOf(json);
        return text.length() > 40 ? text.substring(0, 37) + "..." : text;
    }
}
