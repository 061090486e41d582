package harness.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The course's own files in Java, as they were written. */
final class CourseSources {
    private static final int MOST_LINES = 4;

    final Map<Path, String> texts = new TreeMap<>();

    CourseSources(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) paths.filter(each -> each.toString().endsWith(".java"))::iterator) {
                texts.put(path, Files.readString(path));
            }
        }
    }

    /** The statement in these files that an exception came from; empty where none of them is in its trace. */
    String line(Throwable error) {
        for (StackTraceElement frame : error.getStackTrace()) {
            for (Map.Entry<Path, String> source : texts.entrySet()) {
                if (source.getKey().getFileName().toString().equals(frame.getFileName())) {
                    return statement(source.getValue().lines().toList(), frame.getLineNumber());
                }
            }
        }
        return "";
    }

    /** The line, and what follows it up to the end of the statement. */
    private static String statement(List<String> lines, int number) {
        StringBuilder text = new StringBuilder();
        for (int i = number - 1; i >= 0 && i < lines.size() && i < number - 1 + MOST_LINES; i++) {
            text.append(text.length() == 0 ? "" : " ").append(lines.get(i).strip());
            if (text.toString().endsWith(";") || text.toString().endsWith("{")) {
                break;
            }
        }
        String whole = text.toString();
        return whole.endsWith(";") ? whole.substring(0, whole.length() - 1) : whole;
    }
}
