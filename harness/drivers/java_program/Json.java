package harness.driver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes JSON: null, Boolean, Long, Double, String, List and Map. A number too long for a Long is a Double. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** The value that the whole text stands for. */
    static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value();
        if (json.next() != '\0') {
            throw json.wrong();
        }
        return value;
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("not JSON at character " + at);
    }

    /** The next character that is no blank, not yet taken; NUL at the end. */
    private char next() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private boolean take(char wanted) {
        boolean there = next() == wanted;
        if (there) {
            at++;
        }
        return there;
    }

    private void need(char wanted) {
        if (!take(wanted)) {
            throw wrong();
        }
    }

    private Object value() {
        switch (next()) {
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
                return number();
        }
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw wrong();
        }
        at += word.length();
        return value;
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        need('{');
        if (take('}')) {
            return members;
        }
        do {
            next();
            String name = string();
            need(':');
            members.put(name, value());
        } while (take(','));
        need('}');
        return members;
    }

    private List<Object> list() {
        List<Object> elements = new ArrayList<>();
        need('[');
        if (take(']')) {
            return elements;
        }
        do {
            elements.add(value());
        } while (take(','));
        need(']');
        return elements;
    }

    private String string() {
        need('"');
        StringBuilder string = new StringBuilder();
        while (true) {
            if (at >= text.length()) {
                throw wrong();
            }
            char character = text.charAt(at++);
            if (character == '"') {
                return string.toString();
            }
            string.append(character == '\\' ? escaped() : character);
        }
    }

    private char escaped() {
        char character = text.charAt(at++);
        switch (character) {
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
                return (char) Integer.parseInt(text.substring(at - 4, at), 16);
            default:
                return character;
        }
    }

    private Object number() {
        int begin = at;
        if (text.startsWith("-Infinity", at)) {
            return word("-Infinity", Double.NEGATIVE_INFINITY);
        }
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String number = text.substring(begin, at);
        try {
            return Long.valueOf(number);
        } catch (NumberFormatException notWhole) {
            return Double.valueOf(number);
        }
    }

    /** Appends a string between quotes, in ASCII. */
    static void string(StringBuilder out, CharSequence string) {
        out.append('"');
        for (int i = 0; i < string.length(); i++) {
            char character = string.charAt(i);
            if (character == '"' || character == '\\') {
                out.append('\\').append(character);
            } else if (character >= ' ' && character < 127) {
                out.append(character);
            } else {
                out.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.append("0123456789abcdef".charAt(character >> shift & 15));
                }
            }
        }
        out.append('"');
    }
}
