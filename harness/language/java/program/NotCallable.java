package harness.driver;

/** A value that a type cannot hold, or something that the student's program lacks; the message is for the student. */
final class NotCallable extends Exception {
    private static final long serialVersionUID = 1;

    NotCallable(String message) {
        super(message, null, false, false);
    }
}
