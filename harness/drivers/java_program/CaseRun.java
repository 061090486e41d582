package harness.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One case: its fields set, its calls made, its fields read; each reported on a line of its own, written at once. */
final class CaseRun {
    private final Map<String, Object> request;
    private final OutputStream report;
    private final NameResolver names;
    private final CaseState state;
    private final Map<String, Object> let;
    private final Map<String, Object> variables = new HashMap<>();
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
        this.let = map(request.get("let"));
        this.state = new CaseState(submission, countsReads(request), map(request.get("set")).values());
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
        System.setIn(InputStream.nullInputStream());
        System.setOut(stdout);
        watch.begin(number(), request.get("cpu"));
        if (setFields()) {
            List<Map<String, Object>> calls = calls(request);
            for (int number = 0; number < calls.size(); number++) {
                new CallLine(number).run(calls.get(number));
            }
        }
        end(watch);
    }

    private long number() {
        return (Long) request.get("case");
    }

    /** Sets the fields; a failure is reported in place of the first call. */
    private boolean setFields() throws IOException {
        CallLine first = new CallLine(0);
        try {
            if (names.chosen() == null) {
                throw new NotCallable("there is no compiled class in the submission");
            }
            for (Map.Entry<String, Object> entry : map(request.get("set")).entrySet()) {
                String name = fieldName(entry.getKey());
                if (name.equals(entry.getKey()) || names.field(state, name) != null) {
                    set(name, entry.getValue());
                }
            }
            return true;
        } catch (NotCallable impossible) {
            first.missing(missingMethodOr(impossible));
        } catch (Throwable error) {
            first.raised = error;
        }
        first.write();
        return false;
    }

    /** A missing method goes before a missing field. */
    private NotCallable missingMethodOr(NotCallable impossible) {
        if (names.chosen() == null) {
            return impossible;
        }
        List<Map<String, Object>> calls = calls(request);
        try {
            for (int number = 0; number < calls.size(); number++) {
                methodsOf(calls.get(number), number);
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
        Object value = ArgumentConverter.make(json, field.getGenericType());
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

    /** One call and its line of the report. */
    private final class CallLine {
        private final int call;
        private String function = "";
        private Object returned;
        private Object[] values = {};
        private byte[] printed = {};
        private long reads = -1;
        private Throwable raised;
        private String missing;

        CallLine(int call) {
            this.call = call;
        }

        void missing(NotCallable impossible) {
            missing = impossible.getMessage();
        }

        void run(Map<String, Object> wanted) throws IOException {
            try {
                List<?> args = list(wanted.get("args"));
                Method method = bestMethod(methodsOf(wanted, call), args);
                function = method.getName();
                method.setAccessible(true);
                Object target = state.target(method.getDeclaringClass(), method.getModifiers(), names.chosen());
                values = values(args, method.getGenericParameterTypes());
                long repeat = wanted.get("repeat") instanceof Long count ? count : 1;
                long before = Counter.READS.get();
                for (long time = 0; time < repeat; time++) {
                    stdout.flush();
                    capture.take();
                    before = Counter.READS.get();
                    Counter.begin();
                    returned = method.invoke(target, values);
                }
                reads = Boolean.TRUE.equals(wanted.get("reads")) ? Counter.READS.get() - before : -1;
            } catch (NotCallable impossible) {
                missing(impossible);
            } catch (Throwable error) {
                raised = error;
            }
            stdout.flush();
            printed = capture.take();
            write();
        }

        private void write() throws IOException {
            line.add("{\"case\":").add(number()).add(",\"call\":").add(call);
            line.add(",\"function\":").string(function);
            if (returned != null) {
                ValueWriter.append(line.add(",\"returned\":"), returned);
            }
            ValueWriter.append(line.add(",\"after\":"), values);
            if (printed.length > 0) {
                line.add(",\"stdout\":\"").add(Base64.getEncoder().encodeToString(printed)).add('"');
            }
            if (reads >= 0) {
                line.add(",\"reads\":").add(reads);
                ValueWriter.append(line.add(",\"indices\":"), Arrays.copyOf(Counter.INDICES, Counter.kept()));
            }
            if (raised != null) {
                Throwable cause = Failure.cause(raised);
                line.add(",\"raised\":").string(Failure.name(cause));
                line.add(",\"message\":").string(Failure.message(cause));
            }
            if (missing != null) {
                line.add(",\"missing\":").string(missing);
            }
            line.add("}\n").write(report);
        }
    }

    /** The methods of a call's name. */
    private List<Method> methodsOf(Map<String, Object> call, int number)
            throws ReflectiveOperationException, NotCallable {
        NameResolver.Wanted wanted = NameResolver.wanted(call);
        List<Method> methods = names.methods(state, wanted, number);
        if (methods.isEmpty()) {
            throw new NotCallable("there is no method " + String.join(" or ", wanted.names()));
        }
        return methods;
    }

    private Method bestMethod(List<Method> methods, List<?> args) throws NotCallable {
        Method best = null;
        int least = ArgumentConverter.NEVER;
        for (Method method : methods) { // of a class before those of the classes that it extends
            Type[] types = method.getGenericParameterTypes();
            int cost = types.length == args.size() ? 0 : ArgumentConverter.NEVER;
            for (int i = 0; cost < ArgumentConverter.NEVER && i < types.length; i++) {
                cost += cost(map(args.get(i)), types[i]);
            }
            if (cost < least) {
                best = method;
                least = cost;
            }
        }
        if (best == null) {
            StringBuilder shown = new StringBuilder();
            for (Object arg : args) {
                shown.append(shown.length() == 0 ? "" : ", ").append(ArgumentConverter.brief(json(map(arg))));
            }
            throw new NotCallable(heading(methods.get(0)) + " cannot be called with (" + shown + ")");
        }
        return best;
    }

    private static String heading(Method method) {
        StringBuilder heading = new StringBuilder(method.getName()).append('(');
        String before = "";
        for (Class<?> type : method.getParameterTypes()) {
            heading.append(before).append(type.getSimpleName());
            before = ", ";
        }
        return heading.append(')').toString();
    }

    private int cost(Map<String, Object> arg, Type type) {
        if (arg.containsKey("var") && variables.containsKey(arg.get("var"))) {
            return ArgumentConverter.raw(type).isInstance(variables.get(arg.get("var"))) ? 0 : ArgumentConverter.NEVER;
        }
        return ArgumentConverter.cost(json(arg), type);
    }

    private Object json(Map<String, Object> arg) {
        return arg.containsKey("var") ? let.get(arg.get("var")) : arg.get("value");
    }

    /** The arguments; a variable is made once, by its first parameter's type, unless nothing can change in it. */
    private Object[] values(List<?> args, Type[] types) throws NotCallable {
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            Map<String, Object> arg = map(args.get(i));
            Object json = json(arg);
            Object name = arg.get("var");
            if (name != null && variables.containsKey(name)) {
                values[i] = variables.get(name);
                continue;
            }
            values[i] = ArgumentConverter.make(json, types[i]);
            if (name != null && (json instanceof List<?> || json instanceof Map<?, ?>)) {
                variables.put((String) name, values[i]);
            }
        }
        return values;
    }
}
