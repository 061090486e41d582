package harness.suite;

import java.util.Map;

/** Writes JSON in ASCII: null, booleans, whole numbers, strings, lists and maps. */
final class JsonWriter {
    private JsonWriter() {}

    static String text(Object value) {
        StringBuilder text = new StringBuilder();
        write(text, value);
        return text.toString();
    }

    private static void write(StringBuilder text, Object value) {
        if (value instanceof String string) {
            writeString(text, string);
        } else if (value instanceof Iterable<?> list) {
            char mark = '[';
            for (Object element : list) {
                text.append(mark);
                write(text, element);
                mark = ',';
            }
            text.append(mark == '[' ? "[]" : "]");
        } else if (value instanceof Map<?, ?> map) {
            char mark = '{';
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                text.append(mark);
                writeString(text, (String) entry.getKey());
                text.append(':');
                write(text, entry.getValue());
                mark = ',';
            }
            text.append(mark == '{' ? "{}" : "}");
        } else {
            text.append(value);
        }
    }

    private static void writeString(StringBuilder text, String string) {
        text.append('"');
        for (int i = 0; i < string.length(); i++) {
            char unit = string.charAt(i);
            if (unit == '"' || unit == '\\') {
                text.append('\\').append(unit);
            } else if (unit < ' ' || unit > '~') {
                text.append(String.format("\\u%04x", (int) unit));
            } else {
                text.append(unit);
            }
        }
        text.append('"');
    }
}
