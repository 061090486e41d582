package harness.driver;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON: null, Boolean, Long, Double, String, List and Map. A number too long for a Long is a Double.
 *
 * <p>A batch is over before it is compiled to machine code: so this works on bytes, with few calls of methods.
 */
public final class Json {
    private static final int LONGEST_WHOLE = 18;

    private final byte[] text;
    private int next;

    /** Read what these bytes say. */
    public Json(byte[] text) {
        this.text = text;
    }

    /** Whether another value follows. */
    public boolean hasNext() {
        blanks();
        return next < text.length;
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("not JSON at byte " + next);
    }

    private void blanks() {
        while (next < text.length && text[next] <= ' ' && text[next] >= 0) {
            next++;
        }
    }

    /** The next character that is no blank, taken. */
    private byte take() {
        blanks();
        if (next >= text.length) {
            throw wrong();
        }
        return text[next++];
    }

    /** The next value. */
    public Object value() {
        byte first = take();
        switch (first) {
            case '{':
                return object();
            case '[':
                return list();
            case '"':
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            case 'N':
                return word("NaN", Double.NaN);
            case 'I':
                return word("Infinity", Double.POSITIVE_INFINITY);
            default:
                next--;
                return number();
        }
    }

    private Object word(String word, Object value) {
        next--;
        for (int i = 0; i < word.length(); i++) {
            if (next >= text.length || text[next++] != word.charAt(i)) {
                throw wrong();
            }
        }
        return value;
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        byte mark = take();
        if (mark == '}') {
            return members;
        }
        while (mark == '"') {
            String name = string();
            if (take() != ':') {
                throw wrong();
            }
            members.put(name, value());
            mark = take();
            if (mark == '}') {
                return members;
            }
            mark = mark == ',' ? take() : 0;
        }
        throw wrong();
    }

    private List<Object> list() {
        List<Object> elements = new ArrayList<>();
        byte mark = take();
        if (mark == ']') {
            return elements;
        }
        next--;
        do {
            elements.add(value());
            mark = take();
        } while (mark == ',');
        if (mark != ']') {
            throw wrong();
        }
        return elements;
    }

    /** The rest of a string whose first quote is taken. */
    private String string() {
        int begin = next;
        int union = 0;
        StringBuilder parts = null;
        while (next < text.length) {
            byte unit = text[next++];
            union |= unit;
            if (unit == '"') {
                if (union >= 0 && parts == null) {
                    return ascii(begin, next - 1 - begin);
                }
                String last = new String(text, begin, next - 1 - begin, StandardCharsets.UTF_8);
                return parts == null ? last : parts.append(last).toString();
            }
            if (unit == '\\') {
                parts = parts == null ? new StringBuilder() : parts;
                parts.append(new String(text, begin, next - 1 - begin, StandardCharsets.UTF_8)).append(escaped());
                begin = next;
            }
        }
        throw wrong();
    }

    @SuppressWarnings("deprecation") // it copies the bytes as they are
    private String ascii(int begin, int length) {
        return new String(text, 0, begin, length);
    }

    private char escaped() {
        byte mark = take();
        switch (mark) {
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'u':
                next += 4;
                return (char) Integer.parseInt(new String(text, next - 4, 4, StandardCharsets.US_ASCII), 16);
            default:
                return (char) mark;
        }
    }

    private Object number() {
        int begin = next;
        boolean negative = text[next] == '-';
        long whole = 0;
        for (next += negative ? 1 : 0; next < text.length && text[next] >= '0' && text[next] <= '9'; next++) {
            whole = 10 * whole + text[next] - '0';
        }
        boolean isDecimal = next < text.length
                && (text[next] == '.' || text[next] == 'e' || text[next] == 'E' || text[next] == 'I');
        if (!isDecimal && next - begin <= LONGEST_WHOLE && next > begin + (negative ? 1 : 0)) {
            return negative ? -whole : whole;
        }
        while (next < text.length && text[next] > ' ' && text[next] != ',' && text[next] != ']' && text[next] != '}') {
            next++;
        }
        String number = new String(text, begin, next - begin, StandardCharsets.US_ASCII);
        try {
            return isDecimal ? (Object) Double.valueOf(number) : Long.valueOf(number);
        } catch (NumberFormatException tooLong) {
            return Double.valueOf(number);
        }
    }
}
