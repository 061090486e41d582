package harness.driver;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * Ends the process when a case has used its CPU time: a thread that looks a few times a second, so that a case that is
 * over by then costs nothing.
 */
final class CpuWatchdog extends Thread {
    private static final int PAUSE_MS = 200;

    private final OutputStream report;
    private final Thread caller = Thread.currentThread();
    private long number = -1;
    private double limit;

    CpuWatchdog(OutputStream report) {
        super("watch");
        this.report = report;
        setDaemon(true);
    }

    /** A case begins. */
    synchronized void begin(long begun, Object seconds) {
        number = begun;
        limit = seconds instanceof Number cpu ? cpu.doubleValue() : Double.POSITIVE_INFINITY;
    }

    /** The case is over, and its last line may be written. */
    synchronized void end() {
        number = -1;
    }

    @Override
    public void run() {
        long watched = -1;
        double before = 0;
        while (true) {
            try {
                sleep(PAUSE_MS);
            } catch (InterruptedException byTheStudent) {
                continue;
            }
            double now = used();
            synchronized (this) {
                if (number != watched) {
                    watched = number;
                    before = now;
                } else if (watched >= 0 && now - before > limit) {
                    close();
                }
            }
        }
    }

    static double used() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
    }

    private void close() {
        try {
            ReportLine line = new ReportLine().add("\n{\"end\":").add(number).add(",\"limit\":\"cpu\",\"trace\":");
            line.string(Failure.frames(caller.getStackTrace())).add("}\n").write(report);
        } catch (IOException tooLate) {
            // the harness ends what goes on
        }
        Runtime.getRuntime().halt(0);
    }
}
