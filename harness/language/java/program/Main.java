package harness.driver;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads cases from stdin, a JSON line each, and calls a student's methods; the report goes to the file named first. */
public final class Main {
    private Main() {}

    /** The report, the box, the driver's own folder in it, and a folder for classes of the driver's making. */
    public static void main(String[] args) {
        int status = 0;
        try (OutputStream report = new FileOutputStream(args[0])) {
            List<Map<String, Object>> requests = requests(Path.of(".grade", "requests"));
            Submission submission = new Submission(new File("."), new File(".", args[1]), new File(args[2]));
            NameResolverCache shapes = new NameResolverCache(submission, requests);
            Locale locale = Locale.getDefault();
            CpuWatchdog watch = new CpuWatchdog(report);
            watch.start();
            CaseRun last = null;
            for (Map<String, Object> request : requests) {
                last = new CaseRun(request, shapes.of(request), submission, last, report);
                last.run(watch);
                if (Locale.getDefault() != locale) {
                    Locale.setDefault(locale);
                }
                Thread.interrupted();
            }
        } catch (Throwable error) {
            System.err.println("driver: " + error);
            status = 2;
        }
        Runtime.getRuntime().halt(status); // threads that a student started must not hold it
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> requests(Path file) throws IOException {
        List<Map<String, Object>> requests = new ArrayList<>();
        boolean ownStreams = Files.exists(file); // then standard input is that of the calls
        Json json = new Json(ownStreams ? Files.readAllBytes(file) : System.in.readAllBytes());
        Files.deleteIfExists(file);
        while (json.hasNext()) {
            requests.add((Map<String, Object>) json.value());
        }
        return requests;
    }
}
