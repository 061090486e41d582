package harness.suite;

import harness.driver.Json;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Whole messages, a line of JSON each, over two streams. */
final class Wire {
    private static final int LONGEST = 16 << 20;

    /** What came is no message of the other process. */
    static final class Malformed extends IOException {
        private static final long serialVersionUID = 1;

        Malformed(String message) {
            super(message);
        }
    }

    private final InputStream source;
    private final OutputStream target;
    private final byte[] buffer = new byte[1 << 16];
    private int next;
    private int end;

    Wire(InputStream source, OutputStream target) {
        this.source = source;
        this.target = target;
    }

    void send(Map<String, Object> message) throws IOException {
        String line = JsonWriter.text(message) + "\n";
        target.write(line.getBytes(StandardCharsets.US_ASCII));
        target.flush();
    }

    /** Wait for a message; EOFException at the end, Malformed when it is none. */
    @SuppressWarnings("unchecked")
    Map<String, Object> receive() throws IOException {
        byte[] line = line();
        while (line.length == 0) {
            line = line();
        }
        try {
            Json json = new Json(line);
            Object value = json.value();
            if (value instanceof Map && !json.hasNext()) {
                return (Map<String, Object>) value;
            }
        } catch (RuntimeException | StackOverflowError notJson) {
            throw new Malformed("no JSON");
        }
        throw new Malformed("no message");
    }

    private byte[] line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            for (int i = next; i < end; i++) {
                if (buffer[i] == '\n') {
                    line.write(buffer, next, i - next);
                    next = i + 1;
                    return line.toByteArray();
                }
            }
            line.write(buffer, next, end - next);
            if (line.size() > LONGEST) {
                throw new Malformed("a message without end");
            }
            next = 0;
            end = source.read(buffer);
            if (end < 0) {
                end = 0;
                throw new EOFException();
            }
        }
    }
}
