package harness.driver;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A method's StackMapTable, moved along with its code. Each frame says how far behind the one before it stands. */
final class Frames {
    private final ByteBuffer in;
    private final int[] label;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    Frames(ByteBuffer in, int[] label) {
        this.in = in;
        this.label = label;
    }

    byte[] rewritten() throws IOException {
        int count = keepShort();
        int old = -1;
        int moved = -1;
        for (int i = 0; i < count; i++) {
            int kind = in.get() & 0xFF;
            old += 1 + (kind < 64 ? kind : kind < 128 ? kind - 64 : nextShort());
            int distance = label[old] - moved - 1;
            moved = label[old];
            frame(kind, distance);
        }
        return bytes.toByteArray();
    }

    private void frame(int kind, int distance) throws IOException {
        if (kind < 64 || kind == 251) {
            head(251, distance); // the same locals, an empty stack
        } else if (kind < 128 || kind == 247) {
            head(247, distance); // the same locals, one on the stack
            types(1);
        } else {
            head(kind, distance);
            if (kind == 255) {
                types(keepShort());
                types(keepShort());
            } else if (kind > 251) {
                types(kind - 251);
            }
        }
    }

    private void head(int kind, int distance) throws IOException {
        out.writeByte(kind);
        out.writeShort(distance);
    }

    private void types(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            int tag = in.get();
            out.writeByte(tag);
            if (tag == 7) {
                keepShort(); // the class of an object
            } else if (tag == 8) {
                out.writeShort(label[nextShort()]); // where an object that no constructor has seen yet was made
            }
        }
    }

    private int nextShort() {
        return in.getShort() & 0xFFFF;
    }

    private int keepShort() throws IOException {
        int value = nextShort();
        out.writeShort(value);
        return value;
    }
}
