package harness.suite;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes the mirror of one class. */
final class StubWriter extends ClassVisitor {
    private static final String MARKER = "(Lharness/suite/Marker;)V";
    private static final Set<String> OF_THROWABLES =
            Set.of("getMessage", "getLocalizedMessage", "getCause", "toString");
    private static final int KEPT = ~(Opcodes.ACC_NATIVE | Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STRICT);

    private final Set<String> students;
    private final Set<String> fields;
    private final Map<String, List<Object>> places;
    private final Set<String> declared = new HashSet<>();
    private final List<String> constants = new ArrayList<>();
    private final ClassWriter writer;
    private String name;
    private String above;
    private String source = "";
    private int access;

    StubWriter(Set<String> students, Set<String> fields, Map<String, List<Object>> places) {
        super(Opcodes.ASM9, new ClassWriter(ClassWriter.COMPUTE_MAXS));
        writer = (ClassWriter) cv;
        this.students = students;
        this.fields = fields;
        this.places = places;
    }

    private boolean isEnum() {
        return "java/lang/Enum".equals(above);
    }

    private boolean isInterface() {
        return (access & Opcodes.ACC_INTERFACE) != 0;
    }

    @Override
    public void visit(int version, int flags, String own, String generic, String superclass, String[] interfaces) {
        name = own;
        above = superclass;
        access = isEnum() ? flags & ~(Opcodes.ACC_ABSTRACT | Opcodes.ACC_FINAL) : flags;
        super.visit(Opcodes.V17, access, own, generic, superclass, interfaces);
    }

    @Override
    public void visitSource(String file, String debug) {
        int slash = name.lastIndexOf('/');
        source = file == null ? "" : name.substring(0, slash + 1) + file;
    }

    @Override
    public void visitNestHost(String host) {}

    @Override
    public void visitNestMember(String member) {}

    @Override
    public void visitPermittedSubclass(String subclass) {}

    @Override
    public AnnotationVisitor visitAnnotation(String type, boolean isVisible) {
        return null;
    }

    @Override
    public FieldVisitor visitField(int flags, String field, String type, String generic, Object value) {
        if ((flags & Opcodes.ACC_ENUM) != 0) {
            constants.add(field);
            fields.add(name + " enum " + field);
        }
        super.visitField(flags, field, type, generic, value).visitEnd();
        return null;
    }

    @Override
    public MethodVisitor visitMethod(int flags, String method, String type, String generic, String[] thrown) {
        boolean isHidden = (flags & Opcodes.ACC_SYNTHETIC) != 0 && (flags & Opcodes.ACC_BRIDGE) == 0;
        declared.add(method + type);
        boolean isConstructor = method.equals("<init>");
        if (isHidden || method.equals("<clinit>") || method.equals("finalize") && type.equals("()V") || isConstructor && isEnum()) {
            return null;
        }
        int kept = isEnum() ? flags & KEPT & ~Opcodes.ACC_ABSTRACT : flags & KEPT;
        MethodVisitor code = super.visitMethod(kept, method, type, generic, thrown);
        if ((kept & Opcodes.ACC_ABSTRACT) != 0) {
            code.visitEnd();
        } else if (isConstructor) {
            code.visitCode();
            callSuper(code);
            StubMethods.construct(code, name, type);
            end(code);
        } else {
            StubMethods.body(code, (flags & Opcodes.ACC_STATIC) != 0, name, method, type);
        }
        return lineOf(method, type);
    }

    private MethodVisitor lineOf(String method, String type) {
        String owner = name.replace('/', '.');
        String simple = owner.substring(owner.lastIndexOf('.') + 1).replace('$', '.');
        return new MethodVisitor(Opcodes.ASM9) {
            @Override
            public void visitLineNumber(int line, Label start) {
                String shown = method.equals("<init>") ? simple : simple + "." + method;
                places.putIfAbsent(owner + " " + method + type, List.of(source, line, shown));
            }
        };
    }

    private void callSuper(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        if (students.contains(above)) {
            code.visitInsn(Opcodes.ACONST_NULL);
        }
        String type = students.contains(above) ? MARKER : "()V";
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, above, "<init>", type, false);
    }

    private static void end(MethodVisitor code) {
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** The class file. */
    byte[] content() throws ReflectiveOperationException {
        if (isEnum()) {
            makeConstants();
        } else if (!isInterface()) {
            MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC, "<init>", MARKER, null, null);
            code.visitCode();
            callSuper(code);
            end(code);
            askInherited();
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    @Override
    public void visitEnd() {} // the class goes on in content()

    private void makeConstants() {
        String type = "(Ljava/lang/String;I)V";
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC, "<init>", type, null, null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitVarInsn(Opcodes.ILOAD, 2);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Enum", "<init>", type, false);
        end(code);
        code = writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
        code.visitCode();
        for (int i = 0; i < constants.size(); i++) {
            code.visitTypeInsn(Opcodes.NEW, name);
            code.visitInsn(Opcodes.DUP);
            code.visitLdcInsn(constants.get(i));
            code.visitIntInsn(Opcodes.SIPUSH, i);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, name, "<init>", type, false);
            code.visitFieldInsn(Opcodes.PUTSTATIC, name, constants.get(i), "L" + name + ";");
        }
        end(code);
    }

    /** Methods that the class has from one of Java's own ask the program, too: the state of the object is there. */
    private void askInherited() throws ReflectiveOperationException {
        if (students.contains(above) || above.equals("java/lang/Object") || above.equals("java/lang/Record")) {
            return;
        }
        Class<?> type = Class.forName(above.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
        for (Method method : type.getMethods()) {
            Class<?> owner = method.getDeclaringClass();
            String descriptor = Type.getMethodDescriptor(method);
            boolean isWanted = !owner.isInterface() && owner != Object.class && !method.isBridge()
                    && (!Throwable.class.isAssignableFrom(type) || OF_THROWABLES.contains(method.getName()));
            int fixed = Modifier.STATIC | Modifier.FINAL;
            if (isWanted && (method.getModifiers() & fixed) == 0 && declared.add(method.getName() + descriptor)) {
                int flags = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC;
                MethodVisitor code = writer.visitMethod(flags, method.getName(), descriptor, null, null);
                StubMethods.body(code, false, owner.getName(), method.getName(), descriptor);
            }
        }
    }
}
