import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * COMP 333, Prolog Project 1, Part 1
 *
 *
 * Solves the queens puzzle and prints the first solution as a board: one line for each column, empty fields left blank.
 */
public class QueensByLines {

    private static final int NO_POSITION = -1;

    static int n = 8;
    static int[] queensPositions;
    static int[] firstUntried;

    public static void main(String[] args) {
        initQueensPositions();
        initStates();
        if (search()) {
            System.out.print(drawing());
        } else {
            System.out.println("No solution for n = " + n);
        }
    }

    /** Goes right when a row works out and left when a column has none, until it falls off the board. */
    private static boolean search() {
        int column = 0;
        while (column >= 0 && column < n) {
            column = placeQueen(column) ? column + 1 : backUp(column);
        }
        return column == n;
    }

    private static boolean placeQueen(int column) {
        for (int row = getUntriedPosition(column); row != NO_POSITION; row = getUntriedPosition(column)) {
            setPositionTried(column);
            if (!hasConflictCumulative(column, row)) {
                setQueenPosition(column, row);
                return true;
            }
        }
        return false;
    }

    private static int backUp(int column) {
        setAllPositionsUntried(column);
        setQueenPosition(column, NO_POSITION);
        return column - 1;
    }

    private static String drawing() {
        StringBuilder board = new StringBuilder();
        for (int row = 0; row < n; row++) {
            for (int column = 0; column < n; column++) {
                board.append(getQueenPosition(row) == column ? "\u2655" : " ");
            }
            board.append(System.lineSeparator());
        }
        return board.toString();
    }

    // ---- positions ----

    static void initQueensPositions() {
        queensPositions = new int[n];
        for (int i = 0; i < n; i++) {
            queensPositions[i] = NO_POSITION;
        }
    }

    static boolean hasConflict(int a, int b, int bpos) {
        int apos = getQueenPosition(a);
        boolean sameRow = apos == bpos;
        boolean downwards = apos + (b - a) == bpos;
        boolean upwards = apos - (b - a) == bpos;
        return sameRow || downwards || upwards;
    }

    static boolean hasConflictCumulative(int b, int bpos) {
        boolean conflict = false;
        for (int a = 0; a < b && !conflict; a++) {
            conflict = hasConflict(a, b, bpos);
        }
        return conflict;
    }

    static void setQueenPosition(int col, int pos) {
        queensPositions[col] = pos;
    }

    static int getQueenPosition(int col) {
        return queensPositions[col];
    }

    static String getPositionsSnapshot() {
        return Arrays.stream(queensPositions).mapToObj(String::valueOf).collect(Collectors.joining(" "));
    }

    // ---- states ----

    static void initStates() {
        firstUntried = new int[n];
        for (int i = 0; i < n; i++) {
            setAllPositionsUntried(i);
        }
    }

    static int getUntriedPosition(int col) {
        if (firstUntried[col] < n) {
            return firstUntried[col];
        }
        return NO_POSITION;
    }

    static void setPositionTried(int col) {
        firstUntried[col] = firstUntried[col] + 1;
    }

    static void setAllPositionsUntried(int col) {
        firstUntried[col] = 0;
    }
}
