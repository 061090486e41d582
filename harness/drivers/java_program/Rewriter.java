package harness.driver;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Copies a class and puts calls of the counter in: at the entry of each method, or before each read of an array, which tells it the index. */
final class Rewriter {
    /** Gives each method name a number. */
    interface Numbers {
        int of(String method);
    }

    private static final int ADDED = 6;

    private final DataInputStream in;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);
    private final Numbers numbers;
    private String[] texts;
    private int callIndex;

    private Rewriter(byte[] given, Numbers numbers) {
        this.in = new DataInputStream(new ByteArrayInputStream(given));
        this.numbers = numbers;
    }

    /** The class with every method counted, constructors and what the compiler added left out. */
    static byte[] countCalls(byte[] given, Numbers numbers) {
        return rewritten(given, numbers);
    }

    /** The class with every read of an array element counted. */
    static byte[] countReads(byte[] given) {
        return rewritten(given, null);
    }

    private static byte[] rewritten(byte[] given, Numbers numbers) {
        try {
            Rewriter rewriter = new Rewriter(given, numbers);
            rewriter.copy();
            return rewriter.bytes.toByteArray();
        } catch (IOException | RuntimeException tooLarge) {
            return given; // only a class at the format's very limits cannot take the calls
        }
    }

    private void copy() throws IOException {
        out.writeLong(in.readLong());
        constants();
        shorts(3);
        int interfaces = keepShort();
        shorts(interfaces);
        for (int left = keepShort(); left > 0; left--) {
            shorts(3);
            attributes();
        }
        for (int left = keepShort(); left > 0; left--) {
            method();
        }
        attributes();
    }

    private int keepShort() throws IOException {
        int value = in.readUnsignedShort();
        out.writeShort(value);
        return value;
    }

    private void shorts(int count) throws IOException {
        out.write(in.readNBytes(2 * count));
    }

    private void constants() throws IOException {
        int count = in.readUnsignedShort();
        if (count + ADDED > 0xFFFF) {
            throw new IOException("too many constants");
        }
        texts = new String[count];
        out.writeShort(count + ADDED);
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            switch (tag) {
                case 1:
                    texts[i] = in.readUTF();
                    out.writeUTF(texts[i]);
                    break;
                case 7, 8, 16, 19, 20:
                    shorts(1);
                    break;
                case 15:
                    out.write(in.readNBytes(3));
                    break;
                case 5, 6:
                    shorts(4);
                    i++; // a long takes two places
                    break;
                default:
                    shorts(2);
            }
        }
        text(Counter.class.getName().replace('.', '/'));
        pair(7, count, -1);
        text(numbers == null ? "read" : "call");
        text("(I)V");
        pair(12, count + 2, count + 3);
        pair(10, count + 1, count + 4);
        callIndex = count + 5;
    }

    private void text(String text) throws IOException {
        out.writeByte(1);
        out.writeUTF(text);
    }

    private void pair(int tag, int first, int second) throws IOException {
        out.writeByte(tag);
        out.writeShort(first);
        if (second >= 0) {
            out.writeShort(second);
        }
    }

    private void attributes() throws IOException {
        for (int left = keepShort(); left > 0; left--) {
            attribute(keepShort(), null, false);
        }
    }

    private void attribute(int name, String method, boolean wanted) throws IOException {
        int length = in.readInt();
        byte[] content = in.readNBytes(length);
        if (wanted && texts[name].equals("Code")) {
            content = new MethodCode(content, texts, callIndex, method == null ? -1 : numbers.of(method)).rewritten();
        }
        out.writeInt(content.length);
        out.write(content);
    }

    private void method() throws IOException {
        int access = keepShort();
        String name = texts[keepShort()];
        shorts(1);
        boolean wanted = numbers == null || (access & ClassFile.SYNTHETIC) == 0 && !name.startsWith("<");
        for (int left = keepShort(); left > 0; left--) {
            attribute(keepShort(), numbers == null ? null : name, wanted);
        }
    }
}
