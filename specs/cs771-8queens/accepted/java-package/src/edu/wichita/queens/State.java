/*
 * Fatima Noor
 * F207N345
 */
package edu.wichita.queens;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A state is immutable. */
final class State {
    private final int[] q;

    private State(int[] q) {
        this.q = q;
    }

    static State of(String line) {
        return new State(Arrays.stream(line.trim().split(" ")).mapToInt(Integer::parseInt).toArray());
    }

    private State with(int column, int row) {
        int[] copy = q.clone();
        copy[column] = row;
        return new State(copy);
    }

    int attacks(int i) {
        return (int) IntStream.range(0, 8)
            .filter(j -> j != i && (q[i] == q[j] || Math.abs(q[i] - q[j]) == Math.abs(i - j))).count();
    }

    int worst() {
        return IntStream.range(0, 8).map(this::attacks).max().getAsInt();
    }

    Optional<State> next() {
        int worst = worst();
        return IntStream.range(0, 8).filter(i -> attacks(i) == worst).boxed()
            .map(i -> IntStream.rangeClosed(1, 8).mapToObj(r -> with(i, r))
                .min(Comparator.comparingInt(s -> s.attacks(i))).filter(s -> s.attacks(i) < worst))
            .flatMap(Optional::stream).findFirst();
    }

    @Override public String toString() {
        return Arrays.stream(q).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }
}
