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
final class Json {
    private static final int LONGEST_WHOLE = 18;

    private final byte[] text;
    private int at;

    Json(byte[] text) {
        this.text = text;
    }

    /** Whether another value follows. */
    boolean hasNext() {
        blanks();
        return at < text.length;
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("not JSON at byte " + at);
    }

    private void blanks() {
        while (at < text.length && text[at] <= ' ' && text[at] >= 0) {
            at++;
        }
    }

    /** The next character that is no blank, taken. */
    private byte take() {
        blanks();
        if (at >= text.length) {
            throw wrong();
        }
        return text[at++];
    }

    /** The next value. */
    Object value() {
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
                at--;
                return number();
        }
    }

    private Object word(String word, Object value) {
        at--;
        for (int i = 0; i < word.length(); i++) {
            if (at >= text.length || text[at++] != word.charAt(i)) {
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
        at--;
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
        int begin = at;
        int all = 0;
        StringBuilder parts = null;
        while (at < text.length) {
            byte one = text[at++];
            all |= one;
            if (one == '"') {
                if (all >= 0 && parts == null) {
                    return ascii(begin, at - 1 - begin);
                }
                String last = new String(text, begin, at - 1 - begin, StandardCharsets.UTF_8);
                return parts == null ? last : parts.append(last).toString();
            }
            if (one == '\\') {
                parts = parts == null ? new StringBuilder() : parts;
                parts.append(new String(text, begin, at - 1 - begin, StandardCharsets.UTF_8)).append(escaped());
                begin = at;
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
                at += 4;
                return (char) Integer.parseInt(new String(text, at - 4, 4, StandardCharsets.US_ASCII), 16);
            default:
                return (char) mark;
        }
    }

    private Object number() {
        int begin = at;
        boolean negative = text[at] == '-';
        long whole = 0;
        for (at += negative ? 1 : 0; at < text.length && text[at] >= '0' && text[at] <= '9'; at++) {
            whole = 10 * whole + text[at] - '0';
        }
        boolean more = at < text.length && (text[at] == '.' || text[at] == 'e' || text[at] == 'E' || text[at] == 'I');
        if (!more && at - begin <= LONGEST_WHOLE && at > begin + (negative ? 1 : 0)) {
            return negative ? -whole : whole;
        }
        while (at < text.length && text[at] > ' ' && text[at] != ',' && text[at] != ']' && text[at] != '}') {
            at++;
        }
        String number = new String(text, begin, at - begin, StandardCharsets.US_ASCII);
        try {
            return more ? (Object) Double.valueOf(number) : Long.valueOf(number);
        } catch (NumberFormatException tooLong) {
            return Double.valueOf(number);
        }
    }
}
