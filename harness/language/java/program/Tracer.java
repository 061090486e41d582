package harness.driver;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * An agent that counts, by simple name, how often each method of the program was entered; written as it ends,
 * and now and then before, for a program that is ended from outside. Where it is to find overflows, a second line of the report tells the first, and whether the program was ended here.
 */
public final class Tracer implements ClassFileTransformer, ToIntFunction<String> {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final boolean overflow;
    private final UnaryOperator<byte[]> rewriter;

    private Tracer(boolean overflow) {
        this.overflow = overflow;
        rewriter = RewriterLoader.load(this, overflow);
    }

    /**
     * Called by the JVM before {@code main}; the argument names the file for the counts. {@code 5000:file} also finds
     * overflows, and ends the program after so many calls; {@code locate:3.0:0.5:file} only finds where the program is.
     */
    public static void premain(String argument, Instrumentation instrumentation) {
        if (argument.startsWith("locate:")) {
            new Locator(argument.substring("locate:".length())).start();
            return;
        }
        int colon = argument.indexOf(':');
        Tracer tracer = new Tracer(colon > 0);
        Path file = Path.of(argument.substring(colon + 1)).toAbsolutePath();
        if (colon > 0) {
            Counter.most = Long.parseLong(argument.substring(0, colon));
            Counter.end = new Runnable() {
                @Override
                public void run() {
                    tracer.write(file, true);
                    Runtime.getRuntime().halt(0);
                }
            };
        } else {
            tracer.writeNowAndThen(file);
        }
        instrumentation.addTransformer(tracer);
        Runtime.getRuntime().addShutdownHook(new Thread() {
            @Override
            public void run() {
                tracer.write(file, false);
            }
        });
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (loader == null || loader == ClassLoader.getPlatformClassLoader() || isTool(domain)) {
            return null;
        }
        return rewriter.apply(bytes);
    }

    /** The JDK's own tools, the compiler for one, share a loader with the program. */
    private static boolean isTool(ProtectionDomain domain) {
        CodeSource source = domain == null ? null : domain.getCodeSource();
        return source != null && source.getLocation() != null && source.getLocation().getProtocol().equals("jrt");
    }

    @Override
    public synchronized int applyAsInt(String method) {
        Integer number = numbers.get(method);
        if (number == null) {
            if (names.size() == Counter.MOST) {
                throw new IllegalStateException("too many methods");
            }
            number = names.size();
            names.add(method);
            numbers.put(method, number);
        }
        return number;
    }

    /** After one second, two, four and so on: a program that only waits is not kept awake by it. */
    private void writeNowAndThen(Path file) {
        Thread writer = new Thread("counts") {
            @Override
            public void run() {
                try {
                    for (long pause = 1000; ; pause *= 2) {
                        Thread.sleep(pause);
                        write(file, false);
                    }
                } catch (InterruptedException end) {
                    return; // the last report is written as the program ends
                }
            }
        };
        writer.setDaemon(true);
        writer.start();
    }

    private synchronized void write(Path file, boolean ended) {
        ReportLine counts = new ReportLine();
        char before = '{';
        for (int number = 0; number < names.size(); number++) {
            long calls = Counter.CALLS.get(number);
            if (calls > 0) {
                counts.add(before).string(names.get(number)).add(':').add(calls);
                before = ',';
            }
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            counts.add(before == '{' ? "{}\n" : "}\n");
            if (overflow) {
                String lost = Arithmetic.LOST.get();
                counts.add("{\"ended\":").add(ended ? "true" : "false").add(lost == null ? "" : "," + lost).add("}\n");
            }
            counts.write(out);
        } catch (IOException noReport) {
            return; // the harness sees that there is none
        }
    }
}
