package harness.driver.rewriter;

import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/** A method that tells the driver's Arithmetic of numbers that may come out too large for their type. */
final class OverflowChecks extends MethodNode {
    private static final String ARITHMETIC = "harness/driver/Arithmetic";

    private final String owner;
    private final MethodVisitor copy;

    OverflowChecks(MethodVisitor copy, String owner, int access, String name, String descriptor) {
        super(Opcodes.ASM9, access, name, descriptor, null, null);
        this.owner = owner;
        this.copy = copy;
    }

    @Override
    public void visitEnd() {
        Frame<SourceValue>[] frames = frames();
        AbstractInsnNode[] written = instructions.toArray();
        for (int at = 0; at < written.length; at++) {
            boolean widened = frames[at] != null && hasWidened(written[at].getOpcode(), frames[at]);
            InsnList checked = checked(written[at], widened);
            if (checked != null) {
                instructions.insert(written[at], checked);
                instructions.remove(written[at]);
            }
        }
        maxStack += 2;
        accept(copy);
    }

    private Frame<SourceValue>[] frames() {
        try {
            return new Analyzer<>(new SourceInterpreter()).analyze(owner, this);
        } catch (AnalyzerException unusual) {
            throw new IllegalStateException(unusual);
        }
    }

    /** Whether one side of a comparison is an int, made wider for it. */
    private static boolean hasWidened(int opcode, Frame<SourceValue> frame) {
        int widening = switch (opcode) {
            case Opcodes.LCMP -> Opcodes.I2L;
            case Opcodes.DCMPG, Opcodes.DCMPL -> Opcodes.I2D;
            default -> -1;
        };
        if (widening < 0) {
            return false;
        }
        int top = frame.getStackSize();
        return comesFrom(frame.getStack(top - 1).insns, widening) || comesFrom(frame.getStack(top - 2).insns, widening);
    }

    private static boolean comesFrom(Set<AbstractInsnNode> sources, int opcode) {
        return sources.size() == 1 && sources.iterator().next().getOpcode() == opcode;
    }

    /** What stands in place of an instruction; null when nothing does. */
    private static InsnList checked(AbstractInsnNode instruction, boolean widened) {
        switch (instruction.getOpcode()) {
            case Opcodes.IMUL:
                return list(call("multiply", "(II)I"));
            case Opcodes.IADD:
                return list(call("add", "(II)I"));
            case Opcodes.L2I:
                return isClock(instruction.getPrevious())
                        ? null
                        : list(new InsnNode(Opcodes.DUP2), call("narrow", "(J)V"), new InsnNode(Opcodes.L2I));
            case Opcodes.D2I:
                return list(new InsnNode(Opcodes.DUP2), call("narrow", "(D)V"), new InsnNode(Opcodes.D2I));
            case Opcodes.LCMP:
                return widened ? list(call("compare", "(JJ)I")) : null;
            case Opcodes.DCMPG:
                return widened ? list(call("compareOrMore", "(DD)I")) : null;
            case Opcodes.DCMPL:
                return widened ? list(call("compareOrLess", "(DD)I")) : null;
            default:
                return null;
        }
    }

    /** A time in an int, to tell how long something took, is no number that gets lost. */
    private static boolean isClock(AbstractInsnNode instruction) {
        return instruction instanceof MethodInsnNode called && called.owner.equals("java/lang/System");
    }

    private static MethodInsnNode call(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, ARITHMETIC, name, descriptor, false);
    }

    private static InsnList list(AbstractInsnNode... instructions) {
        InsnList list = new InsnList();
        for (AbstractInsnNode instruction : instructions) {
            list.add(instruction);
        }
        return list;
    }
}
