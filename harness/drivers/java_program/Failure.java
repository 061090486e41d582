package harness.driver;

import java.lang.reflect.InvocationTargetException;

/** An exception that left a call of the student's: reported by the simple name of its type and its message. */
final class Failure {
    private static final int LONGEST = 2000;

    private Failure() {}

    /** The student's own exception inside those that the machinery puts around it. */
    static Throwable cause(Throwable error) {
        Throwable cause = error;
        while ((cause instanceof InvocationTargetException || cause instanceof ExceptionInInitializerError)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    static String name(Throwable error) {
        Class<?> type = error.getClass();
        while (type.isAnonymousClass()) {
            type = type.getSuperclass();
        }
        return type.getSimpleName();
    }

    /** The exception's text, which may be the student's own method. */
    static String message(Throwable error) {
        try {
            String message = error.getMessage();
            return message == null ? "" : message.length() > LONGEST ? message.substring(0, LONGEST) : message;
        } catch (Throwable worse) {
            return "";
        }
    }
}
