package harness.driver;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.BaseStream;

/** One call of a case, or one look at an object, and its line of the report. */
final class CallLine {
    private final CaseRun run;
    private final int call;
    private String function = "";
    private Object returned;
    /** What is reported of it: the items of an iterator, as far as they are asked for. */
    private Object shown;
    /** The object that was made, or that the call was made on. */
    private Object object;
    private Object[] values = {};
    private byte[] printed = {};
    private long reads = -1;
    private Throwable raised;
    private String missing;

    CallLine(CaseRun run, int call) {
        this.run = run;
        this.call = call;
    }

    void missing(NotCallable impossible) {
        missing = impossible.getMessage();
    }

    void raised(Throwable error) {
        raised = error;
    }

    /** Makes the call; false when what it was to keep for the calls behind it is not there. */
    boolean run(Map<String, Object> wanted) throws IOException {
        String keep = (String) wanted.get("keep");
        Object name = CaseRun.map(wanted.get("of")).get("var");
        if (name != null && !run.arguments().has((String) name)) {
            return false;
        }
        object = name == null ? null : run.arguments().get((String) name);
        try {
            if (wanted.get("functions") != null) {
                invoke(wanted, name != null);
            }
        } catch (NotCallable impossible) {
            missing(impossible);
        } catch (Throwable error) {
            raised = error;
        }
        printed = run.output();
        boolean made = raised == null && missing == null;
        write(made ? CaseRun.list(wanted.get("fields")) : List.of(), Boolean.TRUE.equals(wanted.get("new")));
        if (keep != null && made) {
            run.arguments().keep(keep, returned);
        }
        return keep == null || made;
    }

    private void invoke(Map<String, Object> wanted, boolean onObject)
            throws ReflectiveOperationException, NotCallable, IOException {
        List<?> args = CaseRun.list(wanted.get("args"));
        Executable executable = find(wanted, args, onObject);
        function = executable instanceof Constructor<?> ? executable.getDeclaringClass().getSimpleName() : executable.getName();
        executable.trySetAccessible();
        Object target = object;
        if (executable instanceof Method method && !onObject) {
            target = run.state().target(method.getDeclaringClass(), method.getModifiers(), run.names().chosen());
        }
        values = run.arguments().values(args, Arguments.types(executable));
        long repeat = wanted.get("repeat") instanceof Long count ? count : 1;
        long before = Counter.READS.get();
        for (long time = 0; time < repeat; time++) {
            run.clearOutput();
            before = Counter.READS.get();
            Counter.begin();
            if (executable instanceof Method method) {
                returned = method.invoke(target, values);
                shown = items(returned, wanted.get("elements"));
            } else {
                returned = ((Constructor<?>) executable).newInstance(values);
                object = returned;
            }
        }
        reads = Boolean.TRUE.equals(wanted.get("reads")) ? Counter.READS.get() - before : -1;
    }

    private Executable find(Map<String, Object> wanted, List<?> args, boolean onObject)
            throws ReflectiveOperationException, NotCallable {
        Arguments arguments = run.arguments();
        if (NameResolver.isPlain(wanted)) {
            return best(arguments, run.methodsOf(wanted, call), args);
        }
        NameResolver.Wanted name = NameResolver.wanted(wanted);
        if (Boolean.TRUE.equals(wanted.get("new"))) {
            Class<?> type = run.objects().type(name);
            return arguments.best(run.objects().constructors(type), args, type.getSimpleName());
        }
        if (onObject) {
            if (object == null) {
                throw new NotCallable("there is no object to call " + String.join(" or ", name.names()) + " of: it is null");
            }
            return best(arguments, run.objects().methods(object.getClass(), name, false), args);
        }
        Class<?> type = run.objects().type(NameResolver.wanted(CaseRun.map(wanted.get("of"))));
        return best(arguments, run.objects().methods(type, name, true), args);
    }

    private static Method best(Arguments arguments, List<Method> methods, List<?> args) throws NotCallable {
        return arguments.best(methods, args, methods.get(0).getName());
    }

    /** So many items of an iterator, a stream or what else gives them one by one, as a list; any other value as it is. */
    private static Object items(Object value, Object count) {
        Iterator<?> iterator = value instanceof Iterator<?> given ? given
                : value instanceof BaseStream<?, ?> stream ? stream.iterator()
                : value instanceof Iterable<?> items && !(value instanceof Collection<?>) ? items.iterator() : null;
        if (!(count instanceof Long most) || iterator == null) {
            return value;
        }
        List<Object> items = new ArrayList<>();
        while (items.size() < most && iterator.hasNext()) {
            items.add(iterator.next());
        }
        return items;
    }

    void write() throws IOException {
        write(List.of(), false);
    }

    private void write(List<?> fields, boolean made) throws IOException {
        ReportLine line = run.line();
        line.add("{\"case\":").add(run.number()).add(",\"call\":").add(call);
        line.add(",\"function\":").string(function);
        if (shown != null && !made) {
            ValueWriter.append(line.add(",\"returned\":"), shown);
        }
        ValueWriter.append(line.add(",\"after\":"), values);
        if (printed.length > 0) {
            line.add(",\"stdout\":\"").add(Base64.getEncoder().encodeToString(printed)).add('"');
        }
        if (reads >= 0) {
            line.add(",\"reads\":").add(reads);
            ValueWriter.append(line.add(",\"indices\":"), Arrays.copyOf(Counter.INDICES, Counter.kept()));
        }
        if (!fields.isEmpty() && object != null) {
            addFields(line, fields);
        }
        if (raised != null) {
            addException(line, Failure.cause(raised));
        }
        if (missing != null) {
            line.add(",\"missing\":").string(missing);
        }
        line.add("}\n");
        run.write();
    }

    private void addFields(ReportLine line, List<?> fields) {
        line.add(",\"fields\":{");
        String before = "";
        for (Object name : fields) {
            Field field = ObjectFinder.field(object, (String) name);
            try {
                if (field != null) {
                    Object value = field.get(Modifier.isStatic(field.getModifiers()) ? null : object);
                    ValueWriter.append(line.add(before).string((String) name).add(':'), value);
                    before = ",";
                }
            } catch (IllegalAccessException hidden) {
                continue; // as if it were not there
            }
        }
        line.add('}');
    }

    private static void addException(ReportLine line, Throwable cause) {
        line.add(",\"raised\":").string(Failure.name(cause));
        line.add(",\"message\":").string(Failure.message(cause)).add(",\"bases\":[");
        String before = "";
        for (Class<?> base = cause.getClass().getSuperclass(); base != Object.class; base = base.getSuperclass()) {
            line.add(before).string(base.getSimpleName());
            before = ",";
        }
        line.add("],\"trace\":").string(Failure.frames(cause));
    }
}
