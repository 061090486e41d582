package harness.suite;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects, for each test by its name, what was wrong with it. */
final class Results {
    private static final int LONGEST = 2000;

    private final Turns turns;
    private final Connection connection;
    private final StubClasses stubs;
    private final CourseSources sources;
    private final Map<String, Map<String, Object>> wrong = new HashMap<>();
    private final Map<String, Integer> runs = new HashMap<>();
    private final Set<String> ran = new HashSet<>();
    private final Set<String> written = new HashSet<>();

    Results(Turns turns, Connection connection, StubClasses stubs, CourseSources sources) {
        this.turns = turns;
        this.connection = connection;
        this.stubs = stubs;
        this.sources = sources;
    }

    /** A run of a test is to come. */
    void expect(String name) {
        runs.merge(name, 1, Integer::sum);
    }

    void begin(String name) {
        turns.begin(name);
        Frames.clear();
        connection.beginTurn();
    }

    /** Something came to its end without a fault. */
    void ran(String name) {
        ran.add(name);
    }

    /** Something is wrong with a test; the first such thing is kept. */
    void fail(String name, String why, Throwable error) {
        wrong.computeIfAbsent(name, each -> details(why, error));
    }

    void skip(String name, String reason) {
        wrong.computeIfAbsent(name, each -> new LinkedHashMap<>(Map.of("why", "skipped", "message", shortened(reason))));
        write(name);
    }

    /** A run of a test is over; it has passed only where its program did not end meanwhile. */
    void end(String name) {
        if (!connection.fault().isEmpty()) {
            fail(name, "ended", null);
        } else if (!ran.contains(name)) {
            fail(name, "not-run", null);
        }
        if (runs.merge(name, -1, Integer::sum) == 0) {
            write(name);
        }
        turns.begin("");
        connection.endTurn();
    }

    /** Write what is known of a test that comes no more. */
    void write(String name) {
        if (written.add(name)) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("test", name);
            line.put("passed", !wrong.containsKey(name));
            line.putAll(wrong.getOrDefault(name, Map.of()));
            turns.write(line);
        }
    }

    /** A test that was taken out, as it does not compile with the program. */
    void missing(String name, String reason) {
        wrong.computeIfAbsent(name, each -> new LinkedHashMap<>(Map.of("why", "missing", "message", shortened(reason))));
        write(name);
    }

    /** The files cannot be loaded or compiled, whoever's fault it is. */
    void broken(String file, String message, boolean isCourses) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("file", file);
        line.put("broken", isCourses);
        line.put("error", "error");
        line.put("why", "missing");
        line.put("message", shortened(message));
        turns.write(line);
    }

    private Map<String, Object> details(String why, Throwable error) {
        Map<String, Object> details = new LinkedHashMap<>();
        List<Object> frames = error == null ? null : Frames.of(error);
        boolean isAssertion = error instanceof AssertionError && frames == null;
        details.put("why", isAssertion ? "assertion" : why);
        details.put("error", error == null ? "" : error.getClass().getSimpleName());
        details.put("message", shortened(message(error)));
        details.put("line", error == null ? "" : sources.line(error));
        details.put("frames", frames != null ? frames : called());
        details.putAll(connection.fault());
        if ("missing".equals(details.get("why"))) {
            details.put("frames", List.of());
        }
        return details;
    }

    /** The text of an exception: that of a student's class is asked for, and the program may have ended. */
    private static String message(Throwable error) {
        try {
            return error == null ? "" : error.getMessage();
        } catch (RuntimeException | Error ofTheProgram) {
            return "";
        }
    }

    /** Where the method stands that the test called last. */
    private List<Object> called() {
        List<Object> place = stubs.place(connection.lastCalled);
        return place == null ? List.of() : List.of(place);
    }

    private static String shortened(String text) {
        return text == null ? "" : text.substring(0, Math.min(text.length(), LONGEST));
    }
}
