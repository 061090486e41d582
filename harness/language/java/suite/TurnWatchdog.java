package harness.suite;

import java.time.Duration;

/** Ends the program when a test has used its time: a thread that looks a few times a second. */
final class TurnWatchdog extends Thread {
    private static final int PAUSE_MS = 100;
    private static final int CPU = 197;
    private static final int WALL = 198;

    private double cpuEnd = Double.POSITIVE_INFINITY;
    private double wallEnd = Double.POSITIVE_INFINITY;

    TurnWatchdog() {
        super("watch");
        setDaemon(true);
        setPriority(MAX_PRIORITY);
    }

    /** A test begins, which may take so many seconds. */
    synchronized void begin(String cpu, String wall) {
        cpuEnd = cpu() + Double.parseDouble(cpu);
        wallEnd = wall() + Double.parseDouble(wall);
    }

    @Override
    public void run() {
        while (true) {
            try {
                sleep(PAUSE_MS);
            } catch (InterruptedException byTheStudent) {
                continue;
            }
            synchronized (this) {
                if (cpu() > cpuEnd || wall() > wallEnd) {
                    Runtime.getRuntime().halt(cpu() > cpuEnd ? CPU : WALL);
                }
            }
        }
    }

    static double cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
    }

    private static double wall() {
        return System.nanoTime() / 1e9;
    }
}
