package harness.driver;

import java.lang.reflect.Executable;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The arguments of a case's calls, and the variables among them: made once, passed by reference. */
final class Arguments {
    private final Map<String, Object> let;
    private final Map<String, Object> variables = new HashMap<>();

    Arguments(Map<String, Object> let) {
        this.let = let;
    }

    /** Makes a value of the student's a variable. */
    void keep(String name, Object value) {
        variables.put(name, value);
    }

    /** Whether a value was kept under that name. */
    boolean has(String name) {
        return variables.containsKey(name);
    }

    Object get(String name) {
        return variables.get(name);
    }

    /** The method or constructor that takes these arguments with the least conversion. */
    <T extends Executable> T best(List<T> candidates, List<?> args, String name) throws NotCallable {
        T best = null;
        int least = ArgumentConverter.NEVER;
        for (T candidate : candidates) { // of a class before those of the classes that it extends
            Type[] types = types(candidate);
            int cost = types.length == args.size() ? 0 : ArgumentConverter.NEVER;
            for (int i = 0; cost < ArgumentConverter.NEVER && i < types.length; i++) {
                cost += ArgumentConverter.cost(json(CaseRun.map(args.get(i))), types[i]);
            }
            if (cost < least) {
                best = candidate;
                least = cost;
            }
        }
        if (best == null) {
            StringBuilder shown = new StringBuilder();
            for (Object arg : args) {
                shown.append(shown.length() == 0 ? "" : ", ").append(ArgumentConverter.brief(json(CaseRun.map(arg))));
            }
            throw new NotCallable(heading(candidates.get(0), name) + " cannot be called with (" + shown + ")");
        }
        return best;
    }

    /** Its parameters' types; those of an inner class's constructor without what the compiler adds are not all. */
    static Type[] types(Executable executable) {
        Type[] generic = executable.getGenericParameterTypes();
        return generic.length == executable.getParameterCount() ? generic : executable.getParameterTypes();
    }

    static String heading(Executable executable, String name) {
        StringBuilder heading = new StringBuilder(name).append('(');
        String before = "";
        for (Class<?> type : executable.getParameterTypes()) {
            heading.append(before).append(type.getSimpleName());
            before = ", ";
        }
        return heading.append(')').toString();
    }

    private Object json(Map<String, Object> arg) throws NotCallable {
        Object name = arg.get("var");
        if (name != null && variables.containsKey(name)) {
            return new SpecValue.Reference(variables.get(name));
        }
        return SpecValue.resolve(name == null ? arg.get("value") : let.get(name), variables);
    }

    /** The arguments; a variable is made once, by its first parameter's type, unless nothing can change in it. */
    Object[] values(List<?> args, Type[] types) throws NotCallable {
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            Map<String, Object> arg = CaseRun.map(args.get(i));
            Object json = json(arg);
            values[i] = ArgumentConverter.make(json, types[i]);
            if (arg.get("var") instanceof String name && canChange(json)) {
                variables.put(name, values[i]);
            }
        }
        return values;
    }

    private static boolean canChange(Object json) {
        return json instanceof List<?> || json instanceof Map<?, ?> || json instanceof Set<?> || json instanceof byte[];
    }
}
