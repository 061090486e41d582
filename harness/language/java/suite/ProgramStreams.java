package harness.suite;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** What the program prints is handed over with the next message; what it reads is the tests' standard input. */
final class ProgramStreams {
    private static final int MOST = 4 << 20;

    private final SuiteServer server;
    private final Kept out = new Kept();
    private final Kept err = new Kept();

    ProgramStreams(SuiteServer server) {
        this.server = server;
    }

    /** Bytes up to a limit; what is beyond is lost. */
    private static final class Kept extends ByteArrayOutputStream {
        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            if (size() < MOST) {
                super.write(bytes, offset, length);
            }
        }

        synchronized String take() {
            String text = new String(buf, 0, count, StandardCharsets.ISO_8859_1);
            reset();
            return text;
        }
    }

    private final class Asked extends InputStream {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            try {
                String text = (String) server.ask("read", List.of(), length);
                byte[] got = text == null ? new byte[0] : text.getBytes(StandardCharsets.ISO_8859_1);
                System.arraycopy(got, 0, bytes, offset, Math.min(length, got.length));
                return got.length == 0 ? -1 : Math.min(length, got.length);
            } catch (RuntimeException | IOException | Error error) {
                throw error;
            } catch (Throwable error) {
                throw new IOException(error);
            }
        }

        @Override
        public int available() throws IOException {
            try {
                return (Integer) server.ask("available", List.of());
            } catch (Throwable error) {
                return 0;
            }
        }
    }

    void install() {
        System.setIn(new Asked());
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    void take(Map<String, Object> message) {
        System.out.flush();
        message.put("out", out.take());
        message.put("err", err.take());
    }
}
