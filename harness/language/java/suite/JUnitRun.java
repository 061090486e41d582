package harness.suite;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs tests of JUnit 3, 4 and 5 by the platform of JUnit, and tells what came of each. */
final class JUnitRun implements TestExecutionListener {
    private final Results results;
    private final Set<String> wanted;
    private TestPlan plan;

    JUnitRun(Results results, Set<String> wanted) {
        this.results = results;
        this.wanted = wanted;
    }

    void run(List<Class<?>> classes) {
        LauncherDiscoveryRequestBuilder builder = LauncherDiscoveryRequestBuilder.request();
        for (Class<?> each : classes) {
            builder.selectors(DiscoverySelectors.selectClass(each));
        }
        PostDiscoveryFilter filter = this::filter;
        LauncherDiscoveryRequest request = builder.filters(filter).build();
        LauncherFactory.create().execute(request, this);
    }

    private FilterResult filter(TestDescriptor test) {
        String name = name(test.getSource().orElse(null));
        return FilterResult.includedIf(name == null || wanted.contains(name));
    }

    /** ``CartTest.total``, ``CartTest.Inner.total`` in a nested class; null where it is no method. */
    private static String name(TestSource source) {
        if (!(source instanceof MethodSource method)) {
            return null;
        }
        String type = method.getClassName();
        return type.substring(type.lastIndexOf('.') + 1).replace('$', '.') + "." + method.getMethodName();
    }

    /** The method that a test is, or is a part of: one run of a test with parameters is a part. */
    private TestIdentifier method(TestIdentifier test) {
        TestIdentifier outermost = null;
        for (TestIdentifier each = test; each != null; each = plan.getParent(each).orElse(null)) {
            outermost = name(each.getSource().orElse(null)) == null ? outermost : each;
        }
        return outermost;
    }

    private List<String> namesBelow(TestIdentifier test) {
        Set<String> names = new HashSet<>();
        for (TestIdentifier each : plan.getDescendants(test)) {
            String name = name(each.getSource().orElse(null));
            if (name != null) {
                names.add(name);
            }
        }
        return new ArrayList<>(names);
    }

    @Override
    public void testPlanExecutionStarted(TestPlan begun) {
        plan = begun;
        for (TestIdentifier root : begun.getRoots()) {
            for (TestIdentifier each : begun.getDescendants(root)) {
                if (each.equals(method(each))) {
                    results.expect(name(each.getSource().orElseThrow()));
                }
            }
        }
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.equals(method(test))) {
            results.begin(name(test.getSource().orElseThrow()));
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        TestIdentifier method = method(test);
        if (method != null) {
            results.skip(name(method.getSource().orElseThrow()), reason);
        } else {
            namesBelow(test).forEach(name -> results.skip(name, reason));
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        TestIdentifier method = method(test);
        Throwable error = result.getThrowable().orElse(null);
        boolean isPassed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
        String why = result.getStatus() == TestExecutionResult.Status.ABORTED ? "skipped" : "raised";
        if (method == null) {
            if (!isPassed) {
                namesBelow(test).forEach(name -> {
                    results.fail(name, why, error);
                    results.write(name);
                });
            }
            return;
        }
        String name = name(method.getSource().orElseThrow());
        if (!isPassed) {
            results.fail(name, why, error);
        } else if (test.isTest()) {
            results.ran(name);
        }
        if (test.equals(method)) {
            results.end(name);
        }
    }
}
