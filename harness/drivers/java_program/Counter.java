package harness.driver;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** What rewritten classes call: the only class of the driver's that they know. */
public final class Counter {
    static final int MOST = Short.MAX_VALUE;

    static final AtomicLongArray CALLS = new AtomicLongArray(MOST);
    static final AtomicLong READS = new AtomicLong();

    private Counter() {}

    /** The method with that number was entered. */
    public static void call(int number) {
        CALLS.getAndIncrement(number);
    }

    /** An element of an array was read. */
    public static void read() {
        READS.getAndIncrement();
    }
}
