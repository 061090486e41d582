package harness.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One case: its fields set, its calls made, its fields read; each reported on a line of its own, written at once. */
final class CaseRun {
    private final Map<String, Object> request;
    private final OutputStream report;
    private final NameResolver names;
    private final CaseState state;
    private final Arguments arguments;
    private final ObjectFinder objects;
    private final ReportLine line;
    private final OutputCapture capture;
    private final PrintStream stdout;

    CaseRun(
            Map<String, Object> request,
            NameResolver names,
            Submission submission,
            CaseRun before,
            OutputStream report) {
        this.request = request;
        this.report = report;
        this.line = before == null ? new ReportLine() : before.line;
        this.capture = before == null ? new OutputCapture() : before.capture;
        this.stdout = capture.stream();
        this.names = names;
        this.arguments = new Arguments(map(request.get("let")));
        this.state = new CaseState(submission, countsReads(request), map(request.get("set")).values());
        this.objects = new ObjectFinder(submission, state);
    }

    /** Whether any call of a case is to count the array elements that it reads. */
    static boolean countsReads(Map<String, Object> request) {
        for (Map<String, Object> call : calls(request)) {
            if (Boolean.TRUE.equals(call.get("reads"))) {
                return true;
            }
        }
        return false;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object json) {
        return json == null ? Map.of() : (Map<String, Object>) json;
    }

    static List<?> list(Object json) {
        return json == null ? List.of() : (List<?>) json;
    }

    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> calls(Map<String, Object> request) {
        return (List<Map<String, Object>>) (List<?>) list(request.get("calls"));
    }

    void run(CpuWatchdog watch) throws IOException {
        line.add("{\"begin\":").add(number()).add("}\n").write(report);
        if (!Boolean.TRUE.equals(request.get("streams"))) {
            System.setIn(InputStream.nullInputStream());
        }
        System.setOut(stdout);
        watch.begin(number(), request.get("cpu"));
        if (setFields()) {
            List<Map<String, Object>> calls = calls(request);
            for (int number = 0; number < calls.size(); number++) {
                if (!new CallLine(this, number).run(calls.get(number))) {
                    break;
                }
            }
        }
        end(watch);
    }

    long number() {
        return (Long) request.get("case");
    }

    /** Sets the fields; a failure is reported in place of the first call. */
    private boolean setFields() throws IOException {
        CallLine first = new CallLine(this, 0);
        try {
            if (names.chosen() == null) {
                throw new NotCallable("there is no compiled class in the submission");
            }
            for (Map.Entry<String, Object> entry : map(request.get("set")).entrySet()) {
                String name = fieldName(entry.getKey());
                if (name.equals(entry.getKey()) || hasField(name)) {
                    set(name, entry.getValue());
                }
            }
            return true;
        } catch (NotCallable impossible) {
            first.missing(missingMethodOr(impossible));
        } catch (Throwable error) {
            first.raised(error);
        }
        first.write();
        return false;
    }

    /** Whether there is such a field; one of an object that cannot be made is not there. */
    private boolean hasField(String name) throws ReflectiveOperationException {
        try {
            return names.field(state, name) != null;
        } catch (NotCallable unmade) {
            return false;
        }
    }

    /** A missing method goes before a missing field. */
    private NotCallable missingMethodOr(NotCallable impossible) {
        if (names.chosen() == null) {
            return impossible;
        }
        List<Map<String, Object>> calls = calls(request);
        try {
            for (int number = 0; number < calls.size(); number++) {
                if (NameResolver.isPlain(calls.get(number))) {
                    methodsOf(calls.get(number), number);
                }
            }
        } catch (NotCallable absent) {
            return absent;
        } catch (ReflectiveOperationException | LinkageError unreadable) {
            return impossible;
        }
        return impossible;
    }

    /** A field's name without the question mark of one that need not be there. */
    static String fieldName(String written) {
        return written.endsWith("?") ? written.substring(0, written.length() - 1) : written;
    }

    private void set(String name, Object json) throws ReflectiveOperationException, NotCallable {
        NameResolver.FoundField target = names.field(state, name);
        if (target == null) {
            throw new NotCallable("there is no field " + name);
        }
        Field field = target.field();
        field.setAccessible(true);
        Object value = ArgumentConverter.make(SpecValue.resolve(json, Map.of()), field.getGenericType());
        NotCallable constant = new NotCallable(
                "the field " + field.getName() + " is a constant: it cannot be set to " + json);
        boolean same = Objects.deepEquals(value, field.get(target.object()));
        if (names.isConstant(field) && !same) {
            throw constant;
        }
        try {
            if (!same) {
                field.set(target.object(), value);
            }
        } catch (IllegalAccessException fixed) {
            throw constant;
        }
    }

    private void end(CpuWatchdog watch) throws IOException {
        line.add("{\"end\":").add(number()).add(",\"get\":{");
        String before = "";
        for (Object name : list(request.get("get"))) {
            try {
                NameResolver.FoundField target = names.chosen() == null ? null : names.field(state, (String) name);
                if (target != null) {
                    target.field().setAccessible(true);
                    Object value = target.field().get(target.object());
                    ValueWriter.append(line.add(before).string((String) name).add(':'), value);
                    before = ",";
                }
            } catch (Throwable unreadable) {
                continue; // a field of no object that could be made is not there
            }
        }
        line.add("}}\n");
        watch.end();
        line.write(report);
    }

    /** The methods of a call's name. */
    List<Method> methodsOf(Map<String, Object> call, int number)
            throws ReflectiveOperationException, NotCallable {
        NameResolver.Wanted wanted = NameResolver.wanted(call);
        List<Method> methods = names.methods(state, wanted, number);
        if (methods.isEmpty()) {
            throw new NotCallable("there is no method " + String.join(" or ", wanted.names()));
        }
        return methods;
    }

    CaseState state() {
        return state;
    }

    NameResolver names() {
        return names;
    }

    ObjectFinder objects() {
        return objects;
    }

    Arguments arguments() {
        return arguments;
    }

    ReportLine line() {
        return line;
    }

    /** Writes the line of a call. */
    void write() throws IOException {
        line.write(report);
    }

    /** Drops what was printed until now. */
    void clearOutput() throws IOException {
        stdout.flush();
        capture.take();
    }

    /** What was printed since the last call. */
    byte[] output() throws IOException {
        stdout.flush();
        return capture.take();
    }
}
