package harness.driver.rewriter;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A method that counts its calls. A jump to its first instruction goes behind what is put in: that is no call. */
final class CallCounting extends MethodVisitor {
    private final int number;
    private final Label entry = new Label();
    private boolean hasLine;

    CallCounting(MethodVisitor copy, int number) {
        super(Opcodes.ASM9, copy);
        this.number = number;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        visitLabel(entry);
        visitIntInsn(Opcodes.SIPUSH, number);
        visitMethodInsn(Opcodes.INVOKESTATIC, "harness/driver/Counter", "call", "(I)V", false);
    }

    /** The first line begins at the entry, so that an overflow of the stack in the counter is reported with a line. */
    @Override
    public void visitLineNumber(int line, Label start) {
        super.visitLineNumber(line, hasLine ? start : entry);
        hasLine = true;
    }

    @Override
    public void visitMaxs(int stack, int locals) {
        super.visitMaxs(Math.max(stack, 1), locals);
    }
}
