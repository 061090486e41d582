package harness.suite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The tests' end of the pipes: asks the student's program, and answers what it asks. What it says is untrusted.
 *
 * <p>A message that is none, an end of the program or an answer that no program of ours writes fails the test that was
 * under way, whatever the test itself makes of the exception.
 */
final class Connection {
    private static final int MOST_STALE = 10_000;
    private static final double WALL_FACTOR = 10;
    private static final double LEAST_WALL_S = 30;

    Codec codec;
    List<Object> lastCalled = List.of();
    private final Wire wire;
    private final MirrorObjects objects;
    private final double each;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Map<String, Object> fault = Map.of();
    private boolean isOver;
    private long number;

    Connection(Wire wire, MirrorObjects objects, double each) {
        this.wire = wire;
        this.objects = objects;
        this.each = each;
        begin();
    }

    /** Forget what the program before knew. */
    private void begin() {
        objects.begin();
        codec = new Codec(new Shared(1), objects);
    }

    /** What is wrong beside what the test says: how the program ended, what of the test does not compile. */
    Map<String, Object> fault() {
        return fault;
    }

    /** The test is over: JUnit makes the next one's object before it says that it begins. */
    void endTurn() {
        beginTurn();
        fault = Map.of();
    }

    /** Begin to count the time that the program takes; an end of it that only shows now is nobody's fault. */
    void beginTurn() {
        Map<String, Object> before = fault;
        lock.lock();
        try {
            lastCalled = List.of();
            String wall = String.valueOf(Math.max(LEAST_WALL_S, WALL_FACTOR * each));
            request("turn", List.of(String.valueOf(each), wall));
        } catch (ProgramEnded betweenTwoTests) {
            // there is a new program, or the first request of the test says that there is none
        } finally {
            fault = before;
            lock.unlock();
        }
    }

    /** Ask the program, and return its answer; throws what it threw, and ProgramEnded. */
    Object request(String op, List<Object> arguments) {
        Answer answer;
        lock.lock();
        try {
            if (isOver) {
                throw fail("ended", "");
            }
            Turns.used(op);
            answer = exchange(op, arguments);
        } catch (IOException broken) {
            throw refuse();
        } finally {
            lock.unlock();
        }
        if (answer.thrown() != null) {
            throw Connection.<RuntimeException>unchecked(answer.thrown());
        }
        return answer.value();
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** End it: what the program answered is nothing that our own part of it says. */
    ProgramEnded refuse() {
        isOver = true;
        return fail("ended", "");
    }

    /** Fail the test that is under way. */
    ProgramEnded fail(String why, String message) {
        return fail(why, message, Map.of());
    }

    private ProgramEnded fail(String why, String message, Map<?, ?> end) {
        if (fault.isEmpty()) {
            fault = Map.of("why", why, "message", message, "end", end);
        }
        return new ProgramEnded(message.isEmpty() ? "the program ended" : message);
    }

    private record Answer(Object value, Throwable thrown) {}

    private Answer exchange(String op, List<Object> arguments) throws IOException {
        long own = ++number;
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("op", op);
        message.put("n", own);
        message.put("unshare", codec.shared.isFull() ? codec.shared.unused() : List.of());
        message.put("drop", objects.isFull() ? objects.unused() : List.of());
        message.put("arguments", codec.encodeAll(arguments));
        message.put("shared", codec.shared.changes(codec));
        wire.send(message);
        for (int i = 0; i < MOST_STALE; i++) {
            Map<String, Object> said = wire.receive();
            if (said.containsKey("ended")) {
                begin();
                throw fail("ended", "", said.get("ended") instanceof Map<?, ?> end ? end : Map.of());
            }
            if (said.containsKey("ask")) {
                reply(said);
            } else if (Long.valueOf(own).equals(said.get("n"))) {
                return answer(said);
            }
        }
        throw new Wire.Malformed("no answer");
    }

    private Answer answer(Map<String, Object> said) {
        try {
            understand(said);
            if (said.get("raised") instanceof Map<?, ?> raised) {
                return new Answer(null, objects.exception(raised, codec));
            }
            return new Answer(codec.decode(said.get("value")), null);
        } catch (RuntimeException notUnderstood) {
            throw fail("ended", "");
        }
    }

    /** Take over what a message tells beside its answer. */
    private void understand(Map<String, Object> said) {
        System.out.writeBytes(bytes(said.get("out")));
        System.err.writeBytes(bytes(said.get("err")));
        codec.shared.update(said.get("shared"), codec);
    }

    private static byte[] bytes(Object text) {
        return ((String) text).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Answer what the program asks. */
    private void reply(Map<String, Object> said) throws IOException {
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("reply", true);
        List<Object> arguments;
        try {
            understand(said);
            arguments = codec.decodeAll(said.get("arguments"));
        } catch (RuntimeException notUnderstood) {
            throw new Wire.Malformed("not understood");
        }
        try {
            Object op = said.get("ask");
            Object value = "call".equals(op) ? objects.callOwn((List<?>) said.get("where"), arguments, codec)
                    : "read".equals(op) ? read((Integer) arguments.get(0)) : System.in.available();
            reply.put("value", codec.encode(value));
        } catch (ProgramEnded ended) {
            throw ended;
        } catch (Throwable thrown) {
            reply.put("raised", objects.raised(Members.cause(thrown), codec));
        }
        reply.put("shared", codec.shared.changes(codec));
        wire.send(reply);
    }

    private static String read(int most) throws IOException {
        InputStream in = System.in;
        byte[] got = new byte[Math.max(1, Math.min(most, 1 << 16))];
        int length = in.read(got);
        return length < 0 ? null : new String(got, 0, length, StandardCharsets.ISO_8859_1);
    }
}
