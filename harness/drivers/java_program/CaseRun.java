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

/** One case: its fields set, its calls made, its fields read; each told on a line of its own, written at once. */
final class CaseRun {
    private final Map<String, Object> request;
    private final OutputStream report;
    private final Names names;
    private final World world;
    private final Map<String, Object> let;
    private final Map<String, Object> made = new HashMap<>();
    private final Line line;
    private final Capture capture;
    private final PrintStream stdout;

    CaseRun(Map<String, Object> request, Names names, Submission submission, CaseRun before, OutputStream report) {
        this.request = request;
        this.report = report;
        this.line = before == null ? new Line() : before.line;
        this.capture = before == null ? new Capture() : before.capture;
        this.stdout = capture.stream();
        this.names = names;
        this.let = map(request.get("let"));
        this.world = new World(submission, countsReads(request), map(request.get("set")).values());
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

    void run(Watch watch) throws IOException {
        line.add("{\"begin\":").add(number()).add("}\n").write(report);
        System.setIn(InputStream.nullInputStream());
        System.setOut(stdout);
        watch.begin(number(), request.get("cpu"));
        if (prepared()) {
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

    /** Sets the fields; what fails is told in place of the first call. */
    private boolean prepared() throws IOException {
        CallLine first = new CallLine(0);
        try {
            if (names.chosen() == null) {
                throw new Unfit("there is no compiled class in the submission");
            }
            for (Map.Entry<String, Object> entry : map(request.get("set")).entrySet()) {
                String name = fieldName(entry.getKey());
                if (name.equals(entry.getKey()) || names.field(world, name) != null) {
                    set(name, entry.getValue());
                }
            }
            return true;
        } catch (Unfit lacking) {
            first.missing(graver(lacking));
        } catch (Throwable error) {
            first.raised = error;
        }
        first.write();
        return false;
    }

    /** A method that is not there, where fields are missing too. */
    private Unfit graver(Unfit lacking) {
        if (names.chosen() == null) {
            return lacking;
        }
        List<Map<String, Object>> calls = calls(request);
        try {
            for (int number = 0; number < calls.size(); number++) {
                existing(calls.get(number), number);
            }
        } catch (Unfit absent) {
            return absent;
        } catch (ReflectiveOperationException | LinkageError unreadable) {
            return lacking;
        }
        return lacking;
    }

    /** A field's name without the question mark of one that need not be there. */
    static String fieldName(String written) {
        return written.endsWith("?") ? written.substring(0, written.length() - 1) : written;
    }

    private void set(String name, Object json) throws ReflectiveOperationException, Unfit {
        Names.Place place = names.field(world, name);
        if (place == null) {
            throw new Unfit("there is no field " + name);
        }
        Field field = place.field();
        field.setAccessible(true);
        Object value = Values.make(json, field.getGenericType());
        Unfit constant = new Unfit("the field " + field.getName() + " is a constant: it cannot be set to " + json);
        boolean same = Objects.deepEquals(value, field.get(place.object()));
        if (names.isConstant(field) && !same) {
            throw constant;
        }
        try {
            if (!same) {
                field.set(place.object(), value);
            }
        } catch (IllegalAccessException fixed) {
            throw constant;
        }
    }

    private void end(Watch watch) throws IOException {
        line.add("{\"end\":").add(number()).add(",\"get\":{");
        String before = "";
        for (Object name : list(request.get("get"))) {
            try {
                Names.Place place = names.chosen() == null ? null : names.field(world, (String) name);
                if (place != null) {
                    place.field().setAccessible(true);
                    Object value = place.field().get(place.object());
                    Shown.append(line.add(before).string((String) name).add(':'), value);
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

    /** One call and the line that tells of it. */
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

        void missing(Unfit lacking) {
            missing = lacking.getMessage();
        }

        void run(Map<String, Object> wish) throws IOException {
            try {
                List<?> args = list(wish.get("args"));
                Method method = fitting(existing(wish, call), args);
                function = method.getName();
                method.setAccessible(true);
                Object target = world.target(method.getDeclaringClass(), method.getModifiers(), names.chosen());
                values = values(args, method.getGenericParameterTypes());
                long repeat = wish.get("repeat") instanceof Long times ? times : 1;
                long before = Counter.READS.get();
                for (long time = 0; time < repeat; time++) {
                    stdout.flush();
                    capture.taken();
                    before = Counter.READS.get();
                    Counter.begin();
                    returned = method.invoke(target, values);
                }
                reads = Boolean.TRUE.equals(wish.get("reads")) ? Counter.READS.get() - before : -1;
            } catch (Unfit lacking) {
                missing(lacking);
            } catch (Throwable error) {
                raised = error;
            }
            stdout.flush();
            printed = capture.taken();
            write();
        }

        private void write() throws IOException {
            line.add("{\"case\":").add(number()).add(",\"call\":").add(call);
            line.add(",\"function\":").string(function);
            if (returned != null) {
                Shown.append(line.add(",\"returned\":"), returned);
            }
            Shown.append(line.add(",\"after\":"), values);
            if (printed.length > 0) {
                line.add(",\"stdout\":\"").add(Base64.getEncoder().encodeToString(printed)).add('"');
            }
            if (reads >= 0) {
                line.add(",\"reads\":").add(reads);
                Shown.append(line.add(",\"indices\":"), Arrays.copyOf(Counter.INDICES, Counter.kept()));
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
    private List<Method> existing(Map<String, Object> call, int number) throws ReflectiveOperationException, Unfit {
        Names.Wanted wanted = Names.wanted(call);
        List<Method> methods = names.methods(world, wanted, number);
        if (methods.isEmpty()) {
            throw new Unfit("there is no method " + String.join(" or ", wanted.names()));
        }
        return methods;
    }

    private Method fitting(List<Method> methods, List<?> args) throws Unfit {
        Method best = null;
        int least = Values.NEVER;
        for (Method method : methods) { // of a class before those of the classes that it extends
            Type[] types = method.getGenericParameterTypes();
            int cost = types.length == args.size() ? 0 : Values.NEVER;
            for (int i = 0; cost < Values.NEVER && i < types.length; i++) {
                cost += cost(map(args.get(i)), types[i]);
            }
            if (cost < least) {
                best = method;
                least = cost;
            }
        }
        if (best == null) {
            StringBuilder given = new StringBuilder();
            for (Object arg : args) {
                given.append(given.length() == 0 ? "" : ", ").append(Values.brief(json(map(arg))));
            }
            throw new Unfit(heading(methods.get(0)) + " cannot be called with (" + given + ")");
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
        if (arg.containsKey("var") && made.containsKey(arg.get("var"))) {
            return Values.raw(type).isInstance(made.get(arg.get("var"))) ? 0 : Values.NEVER;
        }
        return Values.cost(json(arg), type);
    }

    private Object json(Map<String, Object> arg) {
        return arg.containsKey("var") ? let.get(arg.get("var")) : arg.get("value");
    }

    /** The arguments; a variable is made once, by its first parameter's type, unless nothing can change in it. */
    private Object[] values(List<?> args, Type[] types) throws Unfit {
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            Map<String, Object> arg = map(args.get(i));
            Object json = json(arg);
            Object name = arg.get("var");
            if (name != null && made.containsKey(name)) {
                values[i] = made.get(name);
                continue;
            }
            values[i] = Values.make(json, types[i]);
            if (name != null && (json instanceof List<?> || json instanceof Map<?, ?>)) {
                made.put((String) name, values[i]);
            }
        }
        return values;
    }
}
