import java.util.Arrays;

/**
 * Places n queens on an n by n board so that none attacks another, one column after the other, by explicit
 * backtracking: what has been tried is kept in an array, not on the call stack.
 */
public class EightQueens {

    /** The size of the board, and the number of queens. */
    int n = 8;

    /** The row of the queen in each column; -1 while the column has none. */
    int[] queensPositions;

    /** The first row not yet tried in each column; n once all have been tried. */
    int[] firstUntried;

    /** Prints the first solution. */
    public static void main(String[] args) {
        EightQueens puzzle = new EightQueens();
        if (puzzle.solve()) {
            System.out.println(puzzle.getPositionsSnapshot());
        } else {
            System.out.println("There is no solution.");
        }
    }

    /**
     * Searches for the first solution, rows tried in numerical order.
     *
     * @return whether there is one; {@link #queensPositions} then holds it
     */
    boolean solve() {
        initQueensPositions();
        initStates();
        int col = 0;
        while (0 <= col && col < n) {
            int pos = getUntriedPosition(col);
            if (pos == -1) {
                setAllPositionsUntried(col);
                setQueensPosition(col, -1);
                col--;
            } else {
                setPositionTried(col);
                if (!hasConflictCumulative(col, pos)) {
                    setQueensPosition(col, pos);
                    col++;
                }
            }
        }
        return col == n;
    }

    // The queens

    /** Starts with an empty board. */
    void initQueensPositions() {
        queensPositions = new int[n];
        Arrays.fill(queensPositions, -1);
    }

    /** Whether a queen in row bpos of column b would attack the queen in column a, where a is before b. */
    boolean hasConflict(int a, int b, int bpos) {
        int distance = Math.abs(bpos - getQueensPosition(a));
        return distance == 0 || distance == b - a;
    }

    /** Whether a queen in row bpos of column b would attack a queen in any column before b. */
    boolean hasConflictCumulative(int b, int bpos) {
        for (int a = 0; a < b; a++) {
            if (hasConflict(a, b, bpos)) {
                return true;
            }
        }
        return false;
    }

    /** Puts the queen of column col into row pos. */
    void setQueensPosition(int col, int pos) {
        queensPositions[col] = pos;
    }

    /** The row of the queen in column col, or -1. */
    int getQueensPosition(int col) {
        return queensPositions[col];
    }

    /** The rows of all columns in one line, for example {@code { 0, 4, 7, 5, 2, 6, 1, -1 }}. */
    String getPositionsSnapshot() {
        StringBuilder line = new StringBuilder("{ ");
        for (int col = 0; col < n; col++) {
            line.append(col == 0 ? "" : ", ").append(getQueensPosition(col));
        }
        return line.append(" }").toString();
    }

    // The rows tried in each column

    /** Marks every row of every column as untried. */
    void initStates() {
        firstUntried = new int[n];
    }

    /** The first untried row of column col, or -1 when all have been tried. */
    int getUntriedPosition(int col) {
        return firstUntried[col] == n ? -1 : firstUntried[col];
    }

    /** Marks the first untried row of column col as tried. */
    void setPositionTried(int col) {
        firstUntried[col]++;
    }

    /** Marks every row of column col as untried again. */
    void setAllPositionsUntried(int col) {
        firstUntried[col] = 0;
    }
}
