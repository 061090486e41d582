package harness.suite;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How long the tests' own process may compute for one test, and whether something of the student's was used in it.
 *
 * <p>When the time is over, the process ends, whatever it computes. What was written down before says which test that
 * was; the others run again in a new process.
 */
final class Turns extends Thread {
    static final int TOO_LONG = 44;
    private static final int PAUSE_MS = 200;

    private static Turns current;

    private final Path path;
    private final double between;
    private final double test;
    private String name = "";
    private boolean isUsed;
    private boolean isShared;
    private double end;

    /** Begin what is before the first test; then the CPU seconds between two tests, and those of one. */
    Turns(Path path, double between, double test) {
        super("turns");
        setDaemon(true);
        this.path = path;
        this.between = between;
        this.test = test;
        current = this;
        begin("");
    }

    synchronized void begin(String begun) {
        name = begun;
        end = TurnWatchdog.cpu() + (begun.isEmpty() ? between : test);
        note(isShared);
    }

    /** The program is asked. What comes of it may take long here already. */
    static void used(String op) {
        if (!op.equals("turn")) {
            current.use();
        }
    }

    private synchronized void use() {
        isShared |= name.isEmpty();
        if (!isUsed) {
            note(true);
        }
    }

    private void note(boolean used) {
        isUsed = used;
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("begun", name);
        line.put("used", used);
        write(line);
    }

    /** Write a line, at once, so that what was decided stays decided. */
    synchronized void write(Map<String, Object> line) {
        byte[] text = (JsonWriter.text(line) + "\n").getBytes(StandardCharsets.US_ASCII);
        try {
            Files.write(path, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
    }

    @Override
    public void run() {
        while (true) {
            try {
                sleep(PAUSE_MS);
            } catch (InterruptedException byTheTests) {
                continue;
            }
            synchronized (this) {
                if (TurnWatchdog.cpu() > end) {
                    Runtime.getRuntime().halt(TOO_LONG);
                }
            }
        }
    }
}
