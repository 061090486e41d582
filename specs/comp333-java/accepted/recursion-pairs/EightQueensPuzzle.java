/** Backtracking with one call for each column; what has been tried is still kept in the states. */
public class EightQueensPuzzle {
    protected int n = 8;
    protected int[] queensPositions;
    protected int[] firstUntried;

    public static void main(String[] args) {
        EightQueensPuzzle puzzle = new EightQueensPuzzle();
        puzzle.initQueensPositions();
        puzzle.initStates();
        if (!puzzle.solveFrom(0)) {
            System.out.println("No solution.");
            return;
        }
        for (int col = 0; col < puzzle.n; col++) {
            System.out.println("Queen in column " + col + " is in row " + puzzle.getQueenPosition(col));
        }
    }

    protected boolean solveFrom(int col) {
        if (col == n) {
            return true;
        }
        for (int row = getUntriedPosition(col); row >= 0; row = getUntriedPosition(col)) {
            setPositionTried(col);
            if (hasConflictCumulative(col, row)) {
                continue;
            }
            setQueenPosition(col, row);
            if (solveFrom(col + 1)) {
                return true;
            }
        }
        setAllPositionsUntried(col);
        return false;
    }

    protected void initQueensPositions() {
        queensPositions = new int[n];
        for (int col = 0; col < queensPositions.length; col++) {
            queensPositions[col] = -1;
        }
    }

    protected boolean hasConflict(int a, int b, int bpos) {
        int up = bpos;
        int down = bpos;
        for (int col = b; col > a; col--) {
            up--;
            down++;
        }
        int apos = getQueenPosition(a);
        return apos == bpos || apos == up || apos == down;
    }

    protected boolean hasConflictCumulative(int b, int bpos) {
        return b > 0 && conflictBefore(b - 1, b, bpos);
    }

    private boolean conflictBefore(int a, int b, int bpos) {
        return hasConflict(a, b, bpos) || a > 0 && conflictBefore(a - 1, b, bpos);
    }

    protected void setQueenPosition(int col, int pos) {
        queensPositions[col] = pos;
    }

    protected int getQueenPosition(int col) {
        return queensPositions[col];
    }

    protected String getPositionsSnapshot() {
        StringBuffer buffer = new StringBuffer();
        for (int col = 0; col < n; col++) {
            buffer.append("column ").append(col).append(": ").append(queensPositions[col]).append("\n");
        }
        return buffer.toString();
    }

    protected void initStates() {
        firstUntried = new int[n];
    }

    protected int getUntriedPosition(int col) {
        int row = firstUntried[col];
        return row == n ? -1 : row;
    }

    protected void setPositionTried(int col) {
        firstUntried[col]++;
    }

    protected void setAllPositionsUntried(int col) {
        firstUntried[col] = 0;
    }
}
