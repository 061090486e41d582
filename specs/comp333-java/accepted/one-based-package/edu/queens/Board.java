package edu.queens;

/** The board with its queens and the rows tried so far. */
class Board {
    final int n;
    private int[] queensPositions;
    private int[] firstUntried;

    Board(int n) {
        this.n = n;
        initQueensPositions();
        initStates();
    }

    void initQueensPositions() {
        queensPositions = new int[n];
        for (int col = 0; col < n; ++col)
            setQueenPosition(col, -1);
    }

    boolean hasConflict(int a, int b, int bpos) {
        int apos = queensPositions[a];
        return apos == bpos || apos - bpos == a - b || apos - bpos == b - a;
    }

    boolean hasConflictCumulative(int b, int bpos) {
        int a = b - 1;
        while (a >= 0 && !hasConflict(a, b, bpos))
            a--;
        return a >= 0;
    }

    void setQueenPosition(int col, int pos) {
        queensPositions[col] = pos;
    }

    int getQueenPosition(int col) {
        return queensPositions[col];
    }

    String getPositionsSnapshot() {
        String snapshot = "";
        for (int position : queensPositions)
            snapshot += (snapshot.isEmpty() ? "" : " ") + position;
        return snapshot;
    }

    void initStates() {
        firstUntried = new int[n];
    }

    int getUntriedPosition(int col) {
        return firstUntried[col] >= n ? -1 : firstUntried[col];
    }

    void setPositionTried(int col) {
        ++firstUntried[col];
    }

    void setAllPositionsUntried(int col) {
        firstUntried[col] = 0;
    }
}
