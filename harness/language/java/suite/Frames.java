package harness.suite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Where in the program each exception was thrown: file, line and function, the innermost last. */
final class Frames {
    private static final Map<Throwable, List<Object>> KNOWN = Collections.synchronizedMap(new IdentityHashMap<>());

    private Frames() {}

    static void note(Throwable thrown, List<?> said, int most) {
        List<Object> frames = new ArrayList<>();
        for (Object each : said.subList(Math.max(0, said.size() - most), said.size())) {
            List<?> frame = (List<?>) each;
            frames.add(List.of((String) frame.get(0), (Long) frame.get(1), (String) frame.get(2)));
        }
        KNOWN.put(thrown, frames);
    }

    /** Forget those of the test before. */
    static void clear() {
        KNOWN.clear();
    }

    /** The frames of an exception, or of what caused it; null where none came from the program. */
    static List<Object> of(Throwable thrown) {
        Throwable each = thrown;
        for (int depth = 0; each != null && depth < 20; depth++) {
            if (KNOWN.containsKey(each)) {
                return KNOWN.get(each);
            }
            each = each.getCause();
        }
        return null;
    }
}
