package harness.driver;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** A line of the report, in ASCII: bytes in an array, because a StringBuilder takes many calls for each character. */
final class ReportLine {
    private byte[] bytes = new byte[512];
    private int size;

    int size() {
        return size;
    }

    /** Drops what is behind that size. */
    void truncate(int shorter) {
        size = shorter;
    }

    private void reserve(int count) {
        if (size + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + count));
        }
    }

    ReportLine add(char character) {
        reserve(1);
        bytes[size++] = (byte) character;
        return this;
    }

    /** Text that is ASCII. */
    @SuppressWarnings("deprecation") // it copies the bytes as they are
    ReportLine add(String ascii) {
        int length = ascii.length();
        reserve(length);
        ascii.getBytes(0, length, bytes, size);
        size += length;
        return this;
    }

    /** A whole number. */
    ReportLine add(long number) {
        if (number < 0 || number > 9) {
            return add(Long.toString(number));
        }
        return add((char) ('0' + number));
    }

    /** A string between quotes. */
    ReportLine string(String string) {
        int length = string.length();
        reserve(length + 2);
        int begin = size;
        add('"').add(string);
        boolean plain = true;
        for (int i = begin + 1; i < size; i++) {
            byte character = bytes[i];
            plain &= character >= ' ' && character < 127 && character != '"' && character != '\\';
        }
        for (int i = 0; plain && i < length; i++) {
            plain = string.charAt(i) < 128; // the copy has only the lower half of each character
        }
        if (!plain) {
            size = begin + 1;
            for (int i = 0; i < length; i++) {
                escaped(string, i);
            }
        }
        return add('"');
    }

    private void escaped(String string, int i) {
        char character = string.charAt(i);
        boolean paired = Character.isHighSurrogate(character)
                ? i + 1 < string.length() && Character.isLowSurrogate(string.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(string.charAt(i - 1));
        if (Character.isSurrogate(character) && !paired) {
            add('\\'); // half a character, which no text can hold, is shown as it is written in a source
        }
        if (character == '"' || character == '\\') {
            add('\\').add(character);
        } else if (character >= ' ' && character < 127) {
            add(character);
        } else {
            add("\\u");
            for (int shift = 12; shift >= 0; shift -= 4) {
                add("0123456789abcdef".charAt(character >> shift & 15));
            }
        }
    }

    /** Writes the line at once, and begins a new one. */
    void write(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
        size = 0;
    }
}
