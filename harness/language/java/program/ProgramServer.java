package harness.driver;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
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
 * arguments. An answer: its length; the exit status, standard output, standard error, or nothing; nothing too when it is
 * ready. Numbers are big-endian, of four bytes; before each text stands its length.
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
        while (true) { // an exception ends it when nobody asks any more
            Run run = new Run(text(questions), text(questions), bytes(questions), new String[questions.readInt()]);
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
        private final String name;
        private final String[] arguments;
        private final Output out = new Output();
        private final Output err = new Output();
        private int status = -1;

        Run(String place, String name, byte[] input, String[] arguments) {
            this.place = place;
            this.name = name;
            this.arguments = arguments;
            PlainProgram.StandIn.in = new BufferedInputStream(new ByteArrayInputStream(input));
            PlainProgram.StandIn.out = new PrintStream(new BufferedOutputStream(out, 128), true);
            PlainProgram.StandIn.err = new PrintStream(new BufferedOutputStream(err, 128), true);
        }

        @Override
        public void run() {
            try {
                Class<?> program = PlainProgram.main(Path.of(place), name);
                Method main = program == null ? null : program.getMethod("main", String[].class);
                if (main != null && Modifier.isStatic(main.getModifiers()) && main.getReturnType() == void.class) {
                    main.setAccessible(true);
                    main.invoke(null, (Object) arguments);
                    status = 0;
                }
            } catch (Throwable end) {
                Throwable cause = end.getCause();
                status = cause instanceof PlainProgram.Exit exit ? exit.status & 0xff : -1;
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
