package harness.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * A thread that finds where the program is after some seconds of CPU time: it looks at the calls of its main thread for
 * a while, reports those that are the same each time, and ends the program. It is silent where that thread waits.
 */
final class Locator extends Thread {
    private static final int PAUSE_MS = 10;
    private static final int MOST_LOOKS = 100;

    private final Thread program = Thread.currentThread();
    private final double seconds;
    private final double span;
    private final Path report;
    /** What was seen, each with the outermost call first. */
    private final List<StackTraceElement[]> looks = new ArrayList<>();

    /** {@code seconds:span:file}, behind a word that the tracer reads. */
    Locator(String argument) {
        super("locate");
        String[] parts = argument.split(":", 3);
        seconds = Double.parseDouble(parts[0]);
        span = Double.parseDouble(parts[1]);
        report = Path.of(parts[2]).toAbsolutePath();
        setDaemon(true);
    }

    @Override
    public void run() {
        try {
            while (CpuWatchdog.used() < seconds) {
                sleep(PAUSE_MS);
            }
            while (looks.isEmpty() || CpuWatchdog.used() < seconds + span) {
                if (program.getState() != State.RUNNABLE) {
                    return;
                }
                if (looks.size() < MOST_LOOKS) {
                    looks.add(outermostFirst(program.getStackTrace()));
                }
                sleep(PAUSE_MS);
            }
            write();
        } catch (InterruptedException | IOException | RuntimeException unknown) {
            return; // the harness sees that there is no report
        }
        Runtime.getRuntime().halt(0);
    }

    private static StackTraceElement[] outermostFirst(StackTraceElement[] stack) {
        StackTraceElement[] turned = new StackTraceElement[stack.length];
        for (int i = 0; i < stack.length; i++) {
            turned[i] = stack[stack.length - 1 - i];
        }
        return turned;
    }

    /** How many of the outermost calls are the same each time, their lines too. */
    private int same() {
        StackTraceElement[] first = looks.get(0);
        int same = first.length;
        for (StackTraceElement[] look : looks) {
            int count = 0;
            while (count < same && count < look.length && look[count].equals(first[count])) {
                count++;
            }
            same = count;
        }
        return same;
    }

    /** The lines of the call at that depth; none where it is not the same method each time. */
    private TreeSet<Integer> linesAt(int depth) {
        TreeSet<Integer> lines = new TreeSet<>();
        StackTraceElement[] first = looks.get(0);
        for (StackTraceElement[] look : looks) {
            boolean same = depth < first.length
                    && depth < look.length
                    && look[depth].getClassName().equals(first[depth].getClassName())
                    && look[depth].getMethodName().equals(first[depth].getMethodName())
                    && look[depth].getLineNumber() > 0;
            if (!same) {
                return new TreeSet<>();
            }
            lines.add(look[depth].getLineNumber());
        }
        return lines;
    }

    private void write() throws IOException {
        int depth = same();
        TreeSet<Integer> lines = linesAt(depth);
        if (lines.isEmpty()) {
            depth--;
        }
        StackTraceElement[] last = looks.get(looks.size() - 1);
        StackTraceElement[] calls = new StackTraceElement[Math.max(0, depth + 1)];
        for (int i = 0; i < calls.length; i++) {
            calls[i] = last[depth - i];
        }
        StringBuilder text = new StringBuilder(Failure.frames(calls)).append("lines:");
        for (int number : lines) {
            text.append(' ').append(number);
        }
        Files.writeString(report, text.append('\n'));
    }
}
