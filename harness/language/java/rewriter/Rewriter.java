package harness.driver.rewriter;

import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Copies a class with calls of the driver's Counter put in. In a jar of its own: only what counts needs ASM, and a
 * program whose calls are counted may bring an ASM of its own, which must not meet this one.
 */
public final class Rewriter implements UnaryOperator<byte[]> {
    private final ToIntFunction<String> numbers;
    private final boolean overflow;

    /**
     * Counts the calls of methods or the reads of array elements.
     *
     * @param numbers gives the number under which the calls of a method name are counted; null to count reads
     * @param overflow whether numbers that come out too large for their type are noted too
     */
    public Rewriter(ToIntFunction<String> numbers, boolean overflow) {
        this.numbers = numbers;
        this.overflow = overflow;
    }

    @Override
    public byte[] apply(byte[] original) {
        try {
            ClassReader reader = new ClassReader(readable(original));
            ClassWriter writer = new ClassWriter(reader, 0);
            reader.accept(new Methods(writer, version(original)), 0);
            return writer.toByteArray();
        } catch (RuntimeException tooLarge) {
            return original; // only a class at the format's very limits cannot take the calls
        }
    }

    /** Minor and major version, as the class file has them. */
    private static int version(byte[] original) {
        return (original[4] & 0xFF) << 24 | (original[5] & 0xFF) << 16 | (original[6] & 0xFF) << 8 | original[7] & 0xFF;
    }

    /** The class under a version that every ASM reads: a newer Java than this ASM knows hardly changes the format. */
    private static byte[] readable(byte[] original) {
        byte[] copy = original.clone();
        copy[6] = 0;
        copy[7] = (byte) Math.min(version(original) & 0xFFFF, Opcodes.V17);
        return copy;
    }

    private final class Methods extends ClassVisitor {
        private final int original;
        private String owner;

        Methods(ClassWriter writer, int original) {
            super(Opcodes.ASM9, writer);
            this.original = original;
        }

        @Override
        public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
            owner = name;
            super.visit(original, access, name, signature, parent, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor copy = super.visitMethod(access, name, descriptor, signature, exceptions);
            if (numbers == null) {
                return new ReadCounting(copy);
            }
            boolean written = (access & Opcodes.ACC_SYNTHETIC) == 0 && !name.startsWith("<");
            boolean hasCode = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
            MethodVisitor counted = written && hasCode ? new CallCounting(copy, numbers.applyAsInt(name)) : copy;
            return overflow && hasCode ? new OverflowChecks(counted, owner, access, name, descriptor) : counted;
        }
    }
}
