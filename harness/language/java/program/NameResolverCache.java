package harness.driver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The name resolver of each case: one for all cases that name the same functions and fields. */
final class NameResolverCache {
    private final Submission submission;
    private final Map<String, Integer> scores;
    private final Map<List<Object>, NameResolver> known = new HashMap<>();

    NameResolverCache(Submission submission, List<Map<String, Object>> requests) {
        this.submission = submission;
        Map<List<Object>, NameResolver.Wanted> wanted = new HashMap<>();
        for (Map<String, Object> request : requests) {
            add(request, wanted);
        }
        this.scores = NameResolver.scores(submission, wanted.values());
    }

    private static void add(Map<String, Object> request, Map<List<Object>, NameResolver.Wanted> wanted) {
        for (Map<String, Object> call : CaseRun.calls(request)) {
            if (NameResolver.isPlain(call)) {
                wanted.put(shape(call), NameResolver.wanted(call));
            }
        }
    }

    private static List<Object> shape(Map<String, Object> call) {
        List<Object> shape = new ArrayList<>(2);
        shape.add(call.get("functions"));
        shape.add(call.get("fold"));
        return shape;
    }

    /** The names of a case. */
    NameResolver of(Map<String, Object> request) {
        List<Object> shape = new ArrayList<>();
        for (Map<String, Object> call : CaseRun.calls(request)) {
            shape.add(NameResolver.isPlain(call) ? shape(call) : List.of());
        }
        List<String> fields = new ArrayList<>();
        for (String written : CaseRun.map(request.get("set")).keySet()) {
            fields.add(CaseRun.fieldName(written));
        }
        for (Object name : CaseRun.list(request.get("get"))) {
            fields.add((String) name);
        }
        shape.add(fields);
        NameResolver names = known.get(shape);
        if (names == null) {
            Map<List<Object>, NameResolver.Wanted> wanted = new HashMap<>();
            add(request, wanted);
            names = new NameResolver(submission, wanted.values(), scores, fields);
            known.put(shape, names);
        }
        return names;
    }
}
