package harness.driver;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The code of one method with calls of the counter put in, and everything that names a place in it moved along. */
final class MethodCode {
    /** How many bytes each instruction takes, by its number; 0 where it depends. */
    private static final String LENGTHS = "1".repeat(16) // constants
            + "23233" // bipush, sipush, the three forms of ldc
            + "2".repeat(5) + "1".repeat(28) // loads, reads of arrays
            + "2".repeat(5) + "1".repeat(28) // stores, writes to arrays
            + "1".repeat(45) + "3" + "1".repeat(20) // stack, arithmetic, iinc, conversions and comparisons
            + "3".repeat(16) + "200" + "1".repeat(6) // jumps, ret, the two switches, returns
            + "3".repeat(7) + "55323" + "11" + "33" + "11" // fields and calls, new objects, casts, monitors
            + "0433" + "55"; // wide, multianewarray, jumps on null, long jumps

    private static final int DUP = 89;
    private static final int IALOAD = 46;
    private static final int SALOAD = 53;
    private static final int WIDE = 196;
    private static final int IINC = 132;
    private static final int TABLESWITCH = 170;
    private static final int LOOKUPSWITCH = 171;

    private final ByteBuffer in;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);
    private final String[] texts;
    private final int callIndex;
    /** The method's number, told to the counter at its entry; -1: the reads of arrays are counted instead. */
    private final int number;
    private byte[] code;
    /** Where a jump to each place of the old code has to go. */
    private int[] label;

    MethodCode(byte[] content, String[] texts, int callIndex, int number) {
        this.in = ByteBuffer.wrap(content);
        this.texts = texts;
        this.callIndex = callIndex;
        this.number = number;
    }

    byte[] rewritten() throws IOException {
        out.writeShort(in.getShort() + 1);
        out.writeShort(in.getShort());
        code = new byte[in.getInt()];
        in.get(code);
        measure();
        out.writeInt(label[code.length]);
        int begin = out.size();
        emit(begin);
        for (int left = keepShort(); left > 0; left--) {
            for (int place = 0; place < 3; place++) {
                out.writeShort(label[nextShort()]);
            }
            keepShort();
        }
        for (int left = keepShort(); left > 0; left--) {
            attribute();
        }
        return bytes.toByteArray();
    }

    private int nextShort() {
        return in.getShort() & 0xFFFF;
    }

    private int keepShort() throws IOException {
        int value = nextShort();
        out.writeShort(value);
        return value;
    }

    private boolean counted(int at) {
        int operation = code[at] & 0xFF;
        return number < 0 && IALOAD <= operation && operation <= SALOAD;
    }

    /** Jumps back to the first instruction go behind what is put in at the entry: the method is entered but once. */
    private void measure() throws IOException {
        label = new int[code.length + 1];
        int moved = number >= 0 ? 6 : 0;
        for (int at = 0; at < code.length;) {
            label[at] = moved;
            int length = length(at);
            moved += length + (counted(at) ? 4 : 0);
            if (isSwitch(at)) {
                moved += padding(label[at]) - padding(at);
            }
            at += length;
        }
        label[code.length] = moved;
        if (moved > 0xFFFF) {
            throw new IOException("too long");
        }
    }

    private boolean isSwitch(int at) {
        int operation = code[at] & 0xFF;
        return operation == TABLESWITCH || operation == LOOKUPSWITCH;
    }

    private static int padding(int at) {
        return 3 - at % 4;
    }

    private int wide(int at) {
        return ByteBuffer.wrap(code).getInt(at);
    }

    private int length(int at) {
        int operation = code[at] & 0xFF;
        int table = at + 1 + padding(at);
        switch (operation) {
            case TABLESWITCH:
                return table + 12 + 4 * (wide(table + 8) - wide(table + 4) + 1) - at;
            case LOOKUPSWITCH:
                return table + 8 + 8 * wide(table + 4) - at;
            case WIDE:
                return (code[at + 1] & 0xFF) == IINC ? 6 : 4;
            default:
                return LENGTHS.charAt(operation) - '0';
        }
    }

    private void emit(int begin) throws IOException {
        if (number >= 0) {
            out.writeByte(17); // sipush
            out.writeShort(number);
            call();
        }
        for (int at = 0; at < code.length;) {
            int length = length(at);
            if (counted(at)) {
                out.writeByte(DUP); // the index is on top
                call();
            }
            int operation = code[at] & 0xFF;
            if (isSwitch(at)) {
                emitSwitch(at, length);
            } else if (153 <= operation && operation <= 168 || operation == 198 || operation == 199) {
                int target = at + (short) ((code[at + 1] & 0xFF) << 8 | code[at + 2] & 0xFF);
                int distance = label[target] - label[at];
                if (distance != (short) distance) {
                    throw new IOException("a jump too far");
                }
                out.writeByte(operation);
                out.writeShort(distance);
            } else if (operation == 200 || operation == 201) {
                out.writeByte(operation);
                out.writeInt(label[at + wide(at + 1)] - label[at]);
            } else {
                out.write(code, at, length);
            }
            at += length;
        }
        if (out.size() - begin != label[code.length]) {
            throw new IOException("a wrong measure");
        }
    }

    private void call() throws IOException {
        out.writeByte(184); // invokestatic
        out.writeShort(callIndex);
    }

    private void emitSwitch(int at, int length) throws IOException {
        out.writeByte(code[at]);
        out.write(new byte[padding(label[at])]);
        int word = at + 1 + padding(at);
        jump(at, word);
        if ((code[at] & 0xFF) == TABLESWITCH) {
            out.write(code, word + 4, 8);
            for (word += 12; word < at + length; word += 4) {
                jump(at, word);
            }
        } else {
            out.write(code, word + 4, 4);
            for (word += 8; word < at + length; word += 8) {
                out.write(code, word, 4);
                jump(at, word + 4);
            }
        }
    }

    private void jump(int at, int word) throws IOException {
        out.writeInt(label[at + wide(word)] - label[at]);
    }

    /** Line numbers, variables and frames move; annotations of places are left out. */
    private void attribute() throws IOException {
        int name = keepShort();
        int length = in.getInt();
        int end = in.position() + length;
        switch (texts[name]) {
            case "LineNumberTable":
                out.writeInt(length);
                for (int left = keepShort(); left > 0; left--) {
                    int place = nextShort();
                    out.writeShort(place == 0 ? 0 : label[place]);
                    keepShort();
                }
                break;
            case "LocalVariableTable", "LocalVariableTypeTable":
                out.writeInt(length);
                for (int left = keepShort(); left > 0; left--) {
                    int place = nextShort();
                    out.writeShort(label[place]);
                    out.writeShort(label[place + nextShort()] - label[place]);
                    for (int same = 0; same < 3; same++) {
                        keepShort();
                    }
                }
                break;
            case "StackMapTable":
                byte[] frames = new Frames(in, label).rewritten();
                out.writeInt(frames.length);
                out.write(frames);
                break;
            case "RuntimeVisibleTypeAnnotations", "RuntimeInvisibleTypeAnnotations":
                out.writeInt(2);
                out.writeShort(0);
                in.position(end);
                break;
            default:
                throw new IOException("an attribute of no known form");
        }
    }
}
