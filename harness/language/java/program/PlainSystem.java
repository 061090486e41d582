package harness.driver;

import java.io.InputStream;
import java.io.PrintStream;

/** What a program in {@link ProgramServer} has in place of {@code System}, without what would reach beyond it. */
public final class PlainSystem {
    public static InputStream in;
    public static PrintStream out;
    public static PrintStream err;

    private PlainSystem() {}

    /** The end of a program. */
    static final class Exit extends Error {
        private static final long serialVersionUID = 1;
        final int status;

        Exit(int status) {
            super(null, null, false, false);
            this.status = status;
        }
    }

    public static void exit(int status) {
        throw new Exit(status);
    }

    public static void arraycopy(Object from, int start, Object to, int target, int length) {
        System.arraycopy(from, start, to, target, length);
    }

    public static String lineSeparator() {
        return System.lineSeparator();
    }
}
