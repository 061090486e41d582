/** A column's rows are made untried when the search comes to it from the left, not when it leaves it. */
class Queens {
    private final int n;
    private int[] queensPositions, firstUntried;

    Queens(int size) {
        n = size;
        initQueensPositions();
        initStates();
    }

    boolean search() {
        int column = 0;
        for (int row = getUntriedPosition(0); column < n; row = column < n ? getUntriedPosition(column) : 0) {
            if (row < 0) {
                setQueenPosition(column--, -1);
                if (column < 0) {
                    return false;
                }
                continue;
            }
            setPositionTried(column);
            // nobody stands to the left of the first column
            if (column == 0 || !hasConflictCumulative(column, row)) {
                setQueenPosition(column++, row);
                if (column < n) {
                    setAllPositionsUntried(column);
                }
            }
        }
        return true;
    }

    String line(int row) {
        StringBuilder text = new StringBuilder("|");
        for (int column = 0; column < n; column++) {
            text.append(getQueenPosition(column) == row ? " Q |" : "   |");
        }
        return text.toString();
    }

    void initQueensPositions() {
        queensPositions = new int[n];
        for (int column = 0; column < n; column++) {
            queensPositions[column] = -1;
        }
    }

    boolean hasConflict(int a, int b, int bpos) {
        int apos = getQueenPosition(a);
        return apos == bpos || apos - bpos == b - a || bpos - apos == b - a;
    }

    boolean hasConflictCumulative(int b, int bpos) {
        boolean conflict = false;
        for (int a = b - 1; a >= 0 && !conflict; a--) {
            conflict = hasConflict(a, b, bpos);
        }
        return conflict;
    }

    void setQueenPosition(int col, int pos) {
        queensPositions[col] = pos;
    }

    int getQueenPosition(int col) {
        return queensPositions[col];
    }

    String getPositionsSnapshot() {
        String text = "";
        for (int pos : queensPositions) {
            text += "[" + (pos < 0 ? "-" : String.valueOf(pos)) + "]";
        }
        return text;
    }

    void initStates() {
        firstUntried = new int[n];
    }

    int getUntriedPosition(int col) {
        if (firstUntried[col] >= n) {
            return -1;
        }
        return firstUntried[col];
    }

    void setPositionTried(int col) {
        firstUntried[col] += 1;
    }

    void setAllPositionsUntried(int col) {
        firstUntried[col] = 0;
    }
}
