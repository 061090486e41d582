package harness.suite;

import java.util.ArrayList;
import java.util.List;

/** Stands in the place of what does not compile with the student's program. */
public final class NotCompiled extends Error {
    static final List<String> REASONS = new ArrayList<>();
    private static final long serialVersionUID = 1;

    /** Fails the test that comes here, whatever the test makes of it. */
    public NotCompiled(int number) {
        super(REASONS.get(number));
        Mirror.connection.fail("missing", REASONS.get(number));
    }
}
