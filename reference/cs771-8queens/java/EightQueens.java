// Bruno Okafor, W271B828
// CS 771, programming assignment: 8 queens by hill climbing

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Climbs from start states of the 8-queens problem and prints one block for each.
 *
 * <p>Usage: {@code java EightQueens [INPUT [OUTPUT]]}; standard input and output where a name is left out.
 */
public final class EightQueens {

    private EightQueens() {}

    /** Reads the start states, and writes a block for each with a blank line between blocks. */
    public static void main(String[] args) throws IOException {
        try (BufferedReader input = args.length > 0
                        ? Files.newBufferedReader(Path.of(args[0]))
                        : new BufferedReader(new InputStreamReader(System.in));
                PrintWriter output = args.length > 1
                        ? new PrintWriter(Files.newBufferedWriter(Path.of(args[1])))
                        : new PrintWriter(System.out)) {
            String separator = "";
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                if (line.isBlank()) {
                    continue;
                }
                output.print(separator);
                climb(Board.parse(line), output);
                separator = "\n";
            }
        }
    }

    /** Prints every state from {@code board} on, then how the climb ended. */
    private static void climb(Board board, PrintWriter output) {
        do {
            output.print(board + "\n");
        } while (board.improve());
        output.print(board.isSolved() ? "Success\n" : "Failure\n");
    }
}

/** Eight queens, one a column, with the number of queens on each row and diagonal kept up to date. */
final class Board {

    private static final int SIZE = 8;

    private final int[] rowOf = new int[SIZE];
    private final int[] inRow = new int[SIZE];
    private final int[] inFalling = new int[2 * SIZE - 1];
    private final int[] inRising = new int[2 * SIZE - 1];

    /** Reads eight rows, 1 to 8, with blanks between them. */
    static Board parse(String line) {
        Board board = new Board();
        String[] rows = line.trim().split("\\s+");
        for (int column = 0; column < SIZE; column++) {
            board.rowOf[column] = Integer.parseInt(rows[column]) - 1;
            board.count(column, 1);
        }
        return board;
    }

    boolean isSolved() {
        return most() == 0;
    }

    /**
     * Makes one move: the leftmost of the most attacking queens that can attack fewer from another row goes to the
     * smallest of her best rows. Returns false, and moves nothing, where the climb ends.
     */
    boolean improve() {
        int most = most();
        if (most == 0) {
            return false;
        }
        for (int column : columnsAttacking(most)) {
            int best = bestRow(column);
            if (attacks(column, best) < most) {
                count(column, -1);
                rowOf[column] = best;
                count(column, 1);
                return true;
            }
        }
        return false;
    }

    private int most() {
        int most = 0;
        for (int column = 0; column < SIZE; column++) {
            most = Math.max(most, attacks(column, rowOf[column]));
        }
        return most;
    }

    private List<Integer> columnsAttacking(int number) {
        List<Integer> columns = new ArrayList<>();
        for (int column = 0; column < SIZE; column++) {
            if (attacks(column, rowOf[column]) == number) {
                columns.add(column);
            }
        }
        return columns;
    }

    /** The smallest of the rows in which the queen of this column attacks fewest. */
    private int bestRow(int column) {
        int best = 0;
        for (int row = 1; row < SIZE; row++) {
            if (attacks(column, row) < attacks(column, best)) {
                best = row;
            }
        }
        return best;
    }

    /** How many other queens this column's queen would attack from {@code row}: those on the three lines there. */
    private int attacks(int column, int row) {
        int others = inRow[row] + inFalling[row - column + SIZE - 1] + inRising[row + column];
        int home = rowOf[column];
        // Where she stands she is herself counted on all three lines; elsewhere in her column on none of them.
        return row == home ? others - 3 : others;
    }

    private void count(int column, int step) {
        int row = rowOf[column];
        inRow[row] += step;
        inFalling[row - column + SIZE - 1] += step;
        inRising[row + column] += step;
    }

    @Override
    public String toString() {
        return Arrays.stream(rowOf).mapToObj(row -> "" + (row + 1)).collect(Collectors.joining(" "));
    }
}
