package harness.suite;

/** The student's program ended before it answered, or gave no answer that can be understood. */
public final class ProgramEnded extends Error {
    private static final long serialVersionUID = 1;

    ProgramEnded(String message) {
        super(message);
    }
}
