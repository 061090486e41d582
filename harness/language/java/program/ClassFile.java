package harness.driver;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What a compiled class says of itself, read without loading it: nothing of the student's runs. */
final class ClassFile {
    static final int STATIC = 0x0008;
    static final int ABSTRACT = 0x0400;
    static final int SYNTHETIC = 0x1000;

    /** A field or a method. */
    static final class Member {
        final String name;
        final int access;
        /** Whether its value is a constant that the compiler wrote into the code wherever it is used. */
        final boolean constant;

        Member(String name, int access, boolean constant) {
            this.name = name;
            this.access = access;
            this.constant = constant;
        }
    }

    final byte[] bytes;
    /** Its full name, with dots. */
    final String name;
    /** The full name of its superclass. */
    final String parent;
    final List<Member> fields;
    final List<Member> methods;

    private final Object[] constants;

    ClassFile(byte[] bytes) throws IOException {
        this.bytes = bytes;
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        if (in.readInt() != 0xCAFEBABE) {
            throw new IOException("not a class file");
        }
        in.readInt();
        constants = constants(in);
        in.readUnsignedShort();
        name = className(in.readUnsignedShort());
        parent = className(in.readUnsignedShort());
        in.skipBytes(2 * in.readUnsignedShort());
        fields = members(in);
        methods = members(in);
    }

    /** Text, and of a class the index of its name; the rest is of no use here. */
    private static Object[] constants(DataInputStream in) throws IOException {
        Object[] constants = new Object[in.readUnsignedShort()];
        for (int i = 1; i < constants.length; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1:
                    constants[i] = in.readUTF();
                    break;
                case 7:
                    constants[i] = in.readUnsignedShort();
                    break;
                case 8, 16, 19, 20:
                    in.skipBytes(2);
                    break;
                case 15:
                    in.skipBytes(3);
                    break;
                case 5, 6:
                    in.skipBytes(8);
                    i++; // a long takes two places
                    break;
                default:
                    in.skipBytes(4);
            }
        }
        return constants;
    }

    private String className(int index) {
        return index == 0 ? "" : ((String) constants[(Integer) constants[index]]).replace('/', '.');
    }

    private List<Member> members(DataInputStream in) throws IOException {
        int count = in.readUnsignedShort();
        List<Member> members = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int access = in.readUnsignedShort();
            String called = (String) constants[in.readUnsignedShort()];
            in.readUnsignedShort();
            boolean constant = false;
            for (int left = in.readUnsignedShort(); left > 0; left--) {
                constant |= constants[in.readUnsignedShort()].equals("ConstantValue");
                in.skipNBytes(in.readInt() & 0xFFFFFFFFL);
            }
            members.add(new Member(called, access, constant));
        }
        return members;
    }

    /** Whether it can keep anything between cases: static fields other than constants, or code that fills them. */
    boolean hasState() {
        for (Member field : fields) {
            if ((field.access & STATIC) != 0 && !field.constant) {
                return true;
            }
        }
        for (Member method : methods) {
            if (method.name.equals("<clinit>")) {
                return true;
            }
        }
        return false;
    }

    /** The field of that name; null when the class declares none. */
    Member field(String wanted) {
        for (Member field : fields) {
            if (field.name.equals(wanted)) {
                return field;
            }
        }
        return null;
    }
}
