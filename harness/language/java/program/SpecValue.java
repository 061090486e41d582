package harness.driver;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** Values of the spec whose JSON is tagged, as Java has them: sets, maps with any keys, bytes, variables. */
final class SpecValue {
    private SpecValue() {}

    /** A value of the student's that a variable holds, handed over as it is. */
    record Reference(Object object) {}

    /** The value with its tags resolved; a variable that is not there is a NotCallable. */
    static Object resolve(Object json, Map<String, Object> variables) throws NotCallable {
        if (json instanceof List<?> list) {
            List<Object> resolved = new ArrayList<>(list.size());
            for (Object item : list) {
                resolved.add(isPlain(item) ? item : resolve(item, variables));
            }
            return resolved;
        }
        if (!(json instanceof Map<?, ?> map)) {
            return json;
        }
        if (map.size() == 1) {
            Map.Entry<?, ?> only = map.entrySet().iterator().next();
            if (((String) only.getKey()).startsWith("!")) {
                return tagged((String) only.getKey(), only.getValue(), variables);
            }
        }
        Map<Object, Object> resolved = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            resolved.put(entry.getKey(), resolve(entry.getValue(), variables));
        }
        return resolved;
    }

    private static boolean isPlain(Object json) {
        return !(json instanceof List<?> || json instanceof Map<?, ?>);
    }

    private static Object tagged(String tag, Object content, Map<String, Object> variables) throws NotCallable {
        switch (tag) {
            case "!set":
                return new LinkedHashSet<Object>((List<?>) resolve(content, variables));
            case "!tuple":
                return resolve(content, variables);
            case "!map":
                Map<Object, Object> map = new LinkedHashMap<>();
                for (Object pair : (List<?>) resolve(content, variables)) {
                    map.put(((List<?>) pair).get(0), ((List<?>) pair).get(1));
                }
                return map;
            case "!bytes":
                return Base64.getDecoder().decode((String) content);
            case "!number":
                return "nan".equals(content) ? Double.NaN
                        : "inf".equals(content) ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
            case "!var":
                if (!variables.containsKey(content)) {
                    throw new NotCallable("there is no variable " + content);
                }
                return new Reference(variables.get(content));
            default:
                return content; // !text
        }
    }
}
