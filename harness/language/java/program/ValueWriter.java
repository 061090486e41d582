package harness.driver;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes a value of the student's as JSON; what JSON cannot hold as {"!repr": text}. */
final class ValueWriter {
    private static final int DEEPEST = 40;
    private static final int LONGEST = 4 << 20;

    private final ReportLine out;
    private final int begin;

    private ValueWriter(ReportLine out) {
        this.out = out;
        this.begin = out.size();
    }

    /** Appends the value. The student's own {@code toString} may run, and whatever it does is caught. */
    static void append(ReportLine out, Object value) {
        ValueWriter writer = new ValueWriter(out);
        try {
            writer.value(value, 0);
        } catch (Throwable error) {
            out.truncate(writer.begin);
            repr(out, "a value that cannot be shown: " + Failure.name(error));
        }
    }

    private void value(Object value, int depth) {
        if (out.size() - begin > LONGEST || depth > DEEPEST) {
            throw new IllegalStateException();
        }
        if (value == null) {
            out.add("null");
        } else if (value instanceof Double || value instanceof Float) {
            real(((Number) value).doubleValue(), value);
        } else if (value instanceof Boolean || value instanceof Integer || value instanceof Long
                || value instanceof Short || value instanceof Byte || value.getClass() == java.math.BigInteger.class) {
            out.add(value.toString());
        } else if (value instanceof String || value instanceof Character) {
            out.string(value.toString());
        } else if (value instanceof byte[] bytes) {
            out.add("{\"!bytes\":\"").add(Base64.getEncoder().encodeToString(bytes)).add("\"}");
        } else if (value.getClass().isArray()) {
            array(value, depth);
        } else if (value instanceof Collection<?> collection) {
            out.add(value instanceof Set<?> ? "{\"!set\":" : "");
            items(collection, depth);
            out.add(value instanceof Set<?> ? "}" : "");
        } else if (value instanceof Map<?, ?> map) {
            map(map, depth);
        } else if (value instanceof Map.Entry<?, ?> pair) {
            out.add("{\"!tuple\":");
            items(Arrays.asList(pair.getKey(), pair.getValue()), depth);
            out.add('}');
        } else if (value instanceof Optional<?> optional) {
            value(optional.orElse(null), depth + 1);
        } else if (value.getClass() == java.math.BigDecimal.class) {
            String digits = value.toString();
            boolean whole = digits.indexOf('.') < 0 && digits.indexOf('E') < 0;
            real(((Number) value).doubleValue(), whole ? digits + ".0" : digits); // whatever its scale, no whole number
        } else if (value instanceof Enum<?> constant) {
            out.string(constant.name());
        } else {
            repr(out, String.valueOf(value));
        }
    }

    private void real(double number, Object value) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            out.add("{\"!number\":\"").add(Double.isNaN(number) ? "nan" : number > 0 ? "inf" : "-inf").add("\"}");
        } else {
            out.add(value.toString());
        }
    }

    private void items(Collection<?> items, int depth) {
        char before = '[';
        for (Object item : items) {
            out.add(before);
            before = ',';
            value(item, depth + 1);
        }
        out.add(before == '[' ? "[]" : "]");
    }

    /** A map with texts as keys as it is; another one, or one that looks like a tag, as its pairs. */
    private void map(Map<?, ?> map, int depth) {
        boolean plain = true;
        for (Object key : map.keySet()) {
            plain &= key instanceof String text && !(map.size() == 1 && text.startsWith("!"));
        }
        out.add(plain ? "{" : "{\"!map\":[");
        String before = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.add(before).add(plain ? "" : "[");
            before = ",";
            value(entry.getKey(), depth + 1);
            out.add(plain ? ':' : ',');
            value(entry.getValue(), depth + 1);
            out.add(plain ? "" : "]");
        }
        out.add(plain ? "}" : "]}");
    }

    private void array(Object array, int depth) {
        out.add('[');
        String before = "";
        if (array instanceof int[] numbers) { // by far the most common
            for (int i = 0; i < numbers.length && out.size() - begin <= LONGEST; i++) {
                out.add(before).add(numbers[i]);
                before = ",";
            }
            if (out.size() - begin > LONGEST) {
                throw new IllegalStateException();
            }
        } else {
            for (int i = 0; i < Array.getLength(array); i++) {
                out.add(before);
                before = ",";
                value(Array.get(array, i), depth + 1);
            }
        }
        out.add(']');
    }

    private static void repr(ReportLine out, String text) {
        out.add("{\"!repr\":").string(text.length() > LONGEST ? text.substring(0, LONGEST) : text).add('}');
    }
}
