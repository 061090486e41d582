package harness.driver;

import java.util.concurrent.atomic.AtomicReference;

/** What rewritten classes compute with where overflows are looked for: the same results, and the first loss noted. */
public final class Arithmetic {
    /** The first number that got lost, as the harness reads it; null while there is none. */
    static final AtomicReference<String> LOST = new AtomicReference<>();

    private Arithmetic() {}

    /** The product, as an int has it. */
    public static int multiply(int left, int right) {
        keep((long) left * right, "product");
        return left * right;
    }

    /** The sum, as an int has it. */
    public static int add(int left, int right) {
        keep((long) left + right, "sum");
        return left + right;
    }

    /** A long is about to become an int. */
    public static void narrow(long value) {
        keep(value, "conversion");
    }

    /** A double is about to become an int. */
    public static void narrow(double value) {
        keep((long) value, "conversion");
    }

    /** The comparison of two longs, one of which was an int. */
    public static int compare(long left, long right) {
        reach(left, right);
        return Long.compare(left, right);
    }

    /** The comparison of two doubles, one of which was an int; 1 for no number. */
    public static int compareOrMore(double left, double right) {
        reach((long) left, (long) right);
        return left < right ? -1 : left == right ? 0 : 1;
    }

    /** The comparison of two doubles, one of which was an int; -1 for no number. */
    public static int compareOrLess(double left, double right) {
        reach((long) left, (long) right);
        return left > right ? 1 : left == right ? 0 : -1;
    }

    private static void keep(long exact, String kind) {
        if (exact != (int) exact) {
            note(exact, kind);
        }
    }

    /** One of them was an int: where the other is beyond all ints, no counting makes them equal. */
    private static void reach(long left, long right) {
        long least = Math.min(left, right);
        long most = Math.max(left, right);
        if (least == (int) least && most > Integer.MAX_VALUE) {
            note(most, "comparison");
        }
    }

    private static void note(long value, String kind) {
        if (LOST.get() == null) {
            StackTraceElement place = new Throwable().getStackTrace()[3];
            String line = "\"lost\":\"" + kind + "\",\"value\":" + value + ",\"line\":" + place.getLineNumber()
                    + ",\"file\":\"" + place.getFileName() + "\",\"function\":\"" + place.getMethodName() + "\"";
            LOST.compareAndSet(null, line);
        }
    }
}
