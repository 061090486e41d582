package harness.driver;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Runs programs that trust each other, one after the other, each in a class loader of its own. It answers only for one
 * that ended by itself, without an exception, and could see no difference; all others have to be started.
 *
 * <p>A question: the folder or the jar, the main class (of a jar none), standard input, the number of arguments, the
 * arguments. An answer: the exit status, standard output, standard error; or nothing, as when it is ready.
 * Both begin with their length.
 * Numbers are big-endian, of four bytes; before each text stands its length.
 */
public final class ProgramServer {
    /** Bytes of each output. */
    private static final int MOST = 1 << 16;
    /** Less than a program has that is started: where it is enough here, it is there. */
    private static final int STACK = 512 << 10;

    private ProgramServer() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        DataInputStream questions = new DataInputStream(new BufferedInputStream(System.in));
        DataOutputStream answers = new DataOutputStream(new BufferedOutputStream(System.out));
        answers.writeInt(0);
        answers.flush();
        try {
            while (true) {
                questions.readInt();
                String place = text(questions);
                Run run = new Run(place, text(questions), bytes(questions), new String[questions.readInt()]);
                for (int at = 0; at < run.arguments.length; at++) {
                    run.arguments[at] = text(questions);
                }
                Thread thread = new Thread(null, run, "main", STACK);
                thread.start();
                thread.join();
                byte[] answer = run.answer();
                answers.writeInt(answer.length);
                answers.write(answer);
                answers.flush();
            }
        } catch (EOFException end) {
            return;
        }
    }

    private static String text(DataInputStream from) throws IOException {
        return new String(bytes(from), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(DataInputStream from) throws IOException {
        byte[] content = new byte[from.readInt()];
        from.readFully(content);
        return content;
    }

    /** One program. */
    private static final class Run implements Runnable {
        private final String place;
        private final String named;
        private final String[] arguments;
        private final Output out = new Output();
        private final Output err = new Output();
        private int status = -1;

        Run(String place, String named, byte[] input, String[] arguments) {
            this.place = place;
            this.named = named;
            this.arguments = arguments;
            PlainSystem.in = new BufferedInputStream(new ByteArrayInputStream(input));
            PlainSystem.out = new PrintStream(new BufferedOutputStream(out, 128), true);
            PlainSystem.err = new PrintStream(new BufferedOutputStream(err, 128), true);
        }

        @Override
        public void run() {
            try (PlainProgram program = new PlainProgram(Path.of(place))) {
                String name = named.isEmpty() ? program.mainClass() : named;
                if (name != null && program.read(name.replace('.', '/'))) {
                    Method main = program.loadClass(name).getMethod("main", String[].class);
                    if (Modifier.isStatic(main.getModifiers()) && main.getReturnType() == void.class) {
                        main.setAccessible(true);
                        main.invoke(null, (Object) arguments);
                        status = 0;
                    }
                }
            } catch (Throwable end) {
                Throwable cause = end.getCause();
                status = cause instanceof PlainSystem.Exit exit ? exit.status & 0xff : -1;
            }
        }

        byte[] answer() throws IOException {
            if (status < 0) {
                return new byte[0];
            }
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            DataOutputStream to = new DataOutputStream(answer);
            to.writeInt(status);
            for (Output output : new Output[] {out, err}) {
                to.writeInt(output.size());
                output.writeTo(to);
            }
            return answer.toByteArray();
        }
    }

    private static final class Output extends ByteArrayOutputStream {
        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            if (size() + length > MOST) {
                throw new Error();
            }
            super.write(bytes, from, length);
        }
    }
}
