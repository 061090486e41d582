package harness.suite;

import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds the student's program, and does with it what the course's tests ask: in the sandbox, with nothing of the tests.
 *
 * <p>Whatever the student's code does to this process costs the student's own tests.
 */
public final class SuiteServer {
    static final int OVER = 196;
    static final int MEMORY = 199;

    private final Wire wire;
    private final ProgramStreams streams = new ProgramStreams(this);
    private final TurnWatchdog watchdog = new TurnWatchdog();
    private final ServerObjects objects;
    private final Members members;
    private Codec codec;
    private volatile int depth;

    private SuiteServer() throws IOException {
        wire = new Wire(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
        StudentClasses student = new StudentClasses(Path.of("."));
        List<URL> roots = new ArrayList<>();
        for (Path root : student.roots) {
            roots.add(root.toUri().toURL());
        }
        ClassLoader loader = new URLClassLoader(roots.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        objects = new ServerObjects(this, loader, student.classes.keySet());
        codec = new Codec(new Shared(2), objects);
        members = new Members(codec, objects);
    }

    /** Serve until the tests are over. */
    public static void main(String[] arguments) {
        try {
            SuiteServer server = new SuiteServer();
            server.streams.install();
            server.watchdog.start();
            while (true) {
                server.serve(server.wire.receive());
            }
        } catch (EOFException over) {
            Runtime.getRuntime().halt(OVER);
        } catch (IOException | RuntimeException broken) {
            Runtime.getRuntime().halt(1);
        }
    }

    private void serve(Map<String, Object> message) throws IOException {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("n", message.get("n"));
        depth++;
        try {
            codec.shared.forget(message.get("unshare"));
            objects.forget((List<?>) message.get("drop"));
            codec.shared.update(message.get("shared"), codec);
            answer.put("value", codec.encode(perform((String) message.get("op"), (List<?>) message.get("arguments"))));
        } catch (OutOfMemoryError full) {
            Runtime.getRuntime().halt(MEMORY);
        } catch (Throwable thrown) {
            answer.remove("value");
            answer.put("raised", objects.raised(Members.cause(thrown)));
        }
        finish(answer);
        depth--;
        wire.send(answer);
    }

    private void finish(Map<String, Object> message) {
        streams.take(message);
        message.put("shared", codec.shared.changes(codec));
    }

    private Object perform(String op, List<?> said) throws Throwable {
        List<Object> arguments = codec.decodeAll(said);
        if (op.equals("turn")) {
            watchdog.begin((String) arguments.get(0), (String) arguments.get(1));
            return null;
        }
        return members.perform(op, arguments);
    }

    /** Ask the tests for something; only while they wait for an answer. */
    synchronized Object ask(String op, List<?> where, Object... arguments) throws Throwable {
        if (depth == 0) {
            throw new IllegalStateException("the tests do not wait for the program now");
        }
        Map<String, Object> question = new LinkedHashMap<>();
        question.put("ask", op);
        question.put("where", where);
        question.put("arguments", codec.encodeAll(Arrays.asList(arguments)));
        finish(question);
        wire.send(question);
        while (true) {
            Map<String, Object> message = wire.receive();
            if (!message.containsKey("reply")) {
                serve(message);
                continue;
            }
            codec.shared.update(message.get("shared"), codec);
            if (message.containsKey("raised")) {
                throw objects.exception((Map<?, ?>) message.get("raised"), codec);
            }
            return codec.decode(message.get("value"));
        }
    }
}
