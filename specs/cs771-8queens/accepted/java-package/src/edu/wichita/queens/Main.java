/*
 * Fatima Noor
 * F207N345
 */
package edu.wichita.queens;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Optional;
import java.util.stream.Stream;

class Main {
    public static void main(String[] args) throws IOException {
        Files.lines(Paths.get(args[0])).filter(l -> !l.trim().isEmpty()).map(State::of).forEach(Main::climb);
    }

    static void climb(State start) {
        State[] last = {start};
        Stream.iterate(Optional.of(start), Optional::isPresent, s -> s.get().next())
              .map(Optional::get)
              .peek(s -> last[0] = s)
              .forEach(System.out::println);
        System.out.println(last[0].worst() == 0 ? "Success" : "Failure");
        System.out.println();
    }
}
