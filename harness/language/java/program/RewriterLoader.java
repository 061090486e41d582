package harness.driver;

import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/** Loads the rewriter of class files by name: only counting needs it, and it is absent where ASM is missing. */
final class RewriterLoader {
    private RewriterLoader() {}

    /**
     * Makes a rewriter.
     *
     * @param numbers gives each method name the number that its calls are counted under; null to count array reads
     * @param overflow whether numbers that come out too large for their type are noted too
     */
    @SuppressWarnings("unchecked")
    static UnaryOperator<byte[]> load(ToIntFunction<String> numbers, boolean overflow) {
        try {
            Class<?> rewriter = Class.forName("harness.driver.rewriter.Rewriter");
            return (UnaryOperator<byte[]>)
                    rewriter.getConstructor(ToIntFunction.class, boolean.class).newInstance(numbers, overflow);
        } catch (ReflectiveOperationException absent) {
            throw new IllegalStateException(
                    "this machine has no asm.jar; install it with: apt-get install libasm-java", absent);
        }
    }
}
