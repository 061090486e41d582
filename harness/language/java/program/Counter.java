package harness.driver;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** What rewritten classes call: the only class of the driver's that they know. */
public final class Counter {
    static final int MOST = Short.MAX_VALUE;

    static final AtomicLongArray CALLS = new AtomicLongArray(MOST);
    static final AtomicLong READS = new AtomicLong();
    /** The indices read since the last call began, in order, as many as there is room for. */
    static final int[] INDICES = new int[20_000];

    /** After so many calls of any methods together the program is ended; 0 for one that goes on to its end. */
    static long most;
    /** What ends it. */
    static Runnable end;

    private static final AtomicLong ALL = new AtomicLong();
    private static int kept;

    private Counter() {}

    /** The method with that number was entered. */
    public static void call(int number) {
        CALLS.getAndIncrement(number);
        if (most > 0 && ALL.incrementAndGet() == most) {
            end.run();
        }
    }

    /** The element of an array with that index is about to be read. */
    public static void read(int index) {
        READS.getAndIncrement();
        int place = kept;
        if (place < INDICES.length) { // threads of the student's may overwrite each other's, but never leave the array
            INDICES[place] = index;
            kept = place + 1;
        }
    }

    /** Forget the indices: a call begins. */
    static void begin() {
        kept = 0;
    }

    /** How many of the indices are those of the last call. */
    static int kept() {
        return kept;
    }
}
