package harness.suite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes the bodies of a mirror's methods: each hands its arguments over to {@link Mirror}. */
final class StubMethods {
    private static final String MIRROR = "harness/suite/Mirror";
    private static final String GIVEN = "[Ljava/lang/Object;)";

    private StubMethods() {}

    static void body(MethodVisitor code, boolean isStatic, String owner, String name, String descriptor) {
        code.visitCode();
        if (isStatic) {
            code.visitInsn(Opcodes.ACONST_NULL);
        } else {
            code.visitVarInsn(Opcodes.ALOAD, 0);
        }
        code.visitLdcInsn(owner.replace('/', '.'));
        code.visitLdcInsn(name);
        code.visitLdcInsn(descriptor);
        arguments(code, isStatic ? 0 : 1, descriptor);
        String type = "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;" + GIVEN
                + "Ljava/lang/Object;";
        code.visitMethodInsn(Opcodes.INVOKESTATIC, MIRROR, "call", type, false);
        Type returned = Type.getReturnType(descriptor);
        unbox(code, returned.getDescriptor());
        code.visitInsn(returned.getOpcode(Opcodes.IRETURN));
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** The rest of a constructor's body, after the superclass's own was called. */
    static void construct(MethodVisitor code, String owner, String descriptor) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitLdcInsn(owner.replace('/', '.'));
        code.visitLdcInsn(descriptor);
        arguments(code, 1, descriptor);
        String type = "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/String;" + GIVEN + "V";
        code.visitMethodInsn(Opcodes.INVOKESTATIC, MIRROR, "construct", type, false);
    }

    private static void arguments(MethodVisitor code, int first, String descriptor) {
        Type[] types = Type.getArgumentTypes(descriptor);
        code.visitIntInsn(Opcodes.SIPUSH, types.length);
        code.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
        int local = first;
        for (int i = 0; i < types.length; i++) {
            code.visitInsn(Opcodes.DUP);
            code.visitIntInsn(Opcodes.SIPUSH, i);
            code.visitVarInsn(types[i].getOpcode(Opcodes.ILOAD), local);
            box(code, types[i].getDescriptor());
            code.visitInsn(Opcodes.AASTORE);
            local += types[i].getSize();
        }
    }

    static void box(MethodVisitor code, String descriptor) {
        char letter = descriptor.charAt(0);
        if (letter != 'L' && letter != '[') {
            String type = Boxes.internalName(letter);
            code.visitMethodInsn(Opcodes.INVOKESTATIC, type, "valueOf", "(" + letter + ")L" + type + ";", false);
        }
    }

    static void unbox(MethodVisitor code, String descriptor) {
        char letter = descriptor.charAt(0);
        if (letter == 'V') {
            code.visitInsn(Opcodes.POP);
        } else if (letter == 'L' || letter == '[') {
            code.visitTypeInsn(Opcodes.CHECKCAST, Type.getType(descriptor).getInternalName());
        } else {
            String type = Boxes.internalName(letter);
            code.visitTypeInsn(Opcodes.CHECKCAST, type);
            code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, type, Boxes.unboxing(letter), "()" + letter, false);
        }
    }
}
