package harness.driver.rewriter;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A method that tells the counter the index of each array element before it reads it. */
final class ReadCounting extends MethodVisitor {
    ReadCounting(MethodVisitor copy) {
        super(Opcodes.ASM9, copy);
    }

    @Override
    public void visitInsn(int opcode) {
        if (Opcodes.IALOAD <= opcode && opcode <= Opcodes.SALOAD) {
            super.visitInsn(Opcodes.DUP); // the index is on top of the stack
            visitMethodInsn(Opcodes.INVOKESTATIC, "harness/driver/Counter", "read", "(I)V", false);
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int stack, int locals) {
        super.visitMaxs(stack + 1, locals);
    }
}
