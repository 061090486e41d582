package harness.driver;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Keeps what is written, up to a cap; the rest is thrown away. */
final class OutputCapture extends OutputStream {
    private static final int CAP = 1 << 20;

    private byte[] kept = new byte[512];
    private int size;
    private Stream stream;

    /** What a case sees as {@code System.out}: a new one only when the last was closed, as it has two buffers. */
    PrintStream stream() {
        if (stream == null || stream.isClosed) {
            stream = new Stream(this);
        }
        return stream;
    }

    private static final class Stream extends PrintStream {
        private boolean isClosed;

        Stream(OutputCapture capture) {
            super(capture, false, StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            isClosed = true;
            super.close();
        }
    }

    @Override
    public synchronized void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
        int taken = Math.min(length, CAP - size);
        if (size + taken > kept.length) {
            kept = Arrays.copyOf(kept, Math.min(CAP, Math.max(size + taken, 2 * kept.length)));
        }
        System.arraycopy(bytes, from, kept, size, taken);
        size += taken;
    }

    /** Returns what was written since the last call. */
    synchronized byte[] take() {
        byte[] copy = Arrays.copyOf(kept, size);
        size = 0;
        return copy;
    }
}
