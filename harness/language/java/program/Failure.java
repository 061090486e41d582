package harness.driver;

import java.lang.reflect.InvocationTargetException;

/** An exception that left a call of the student's: reported by the simple name of its type and its message. */
final class Failure {
    private static final int LONGEST = 2000;
    private static final int MOST_FRAMES = 8;

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

    /** The frames of an exception, as {@link #frames} writes them; its method may be the student's own. */
    static String frames(Throwable error) {
        try {
            return frames(error.getStackTrace());
        } catch (Throwable worse) {
            return "";
        }
    }

    /** The innermost frames that are neither the library's nor the driver's, as a stack trace shows them. */
    static String frames(StackTraceElement[] stack) {
        StringBuilder text = new StringBuilder();
        int count = 0;
        for (int i = 0; i < stack.length && count < MOST_FRAMES; i++) {
            String module = stack[i].getModuleName();
            boolean library = module != null && (module.startsWith("java.") || module.startsWith("jdk."));
            if (!library && !stack[i].getClassName().startsWith("harness.driver.")) {
                text.append("\tat ").append(stack[i]).append('\n');
                count++;
            }
        }
        return text.toString();
    }
}
