import java.util.StringJoiner;

class State {
    int n = 8;
    private int[] queensPositions;
    private int[] firstUntried;

    void initQueensPositions() {
        queensPositions = new int[n];
        for (int i = n - 1; i >= 0; i--) {
            queensPositions[i] = -1;
        }
    }

    boolean hasConflict(int a, int b, int bpos) {
        int apos = getQueenPosition(a);
        return bpos == apos || bpos - b == apos - a || bpos + b == apos + a;
    }

    boolean hasConflictCumulative(int b, int bpos) {
        for (int a = 0; a <= b - 1; a++) {
            if (hasConflict(a, b, bpos)) {
                return true;
            }
        }
        return false;
    }

    void setQueenPosition(int col, int pos) {
        this.queensPositions[col] = pos;
    }

    int getQueenPosition(int col) {
        return this.queensPositions[col];
    }

    String getPositionsSnapshot() {
        StringJoiner joiner = new StringJoiner(", ", "[", "]");
        for (int position : queensPositions) {
            joiner.add(Integer.toString(position));
        }
        return joiner.toString();
    }

    void initStates() {
        firstUntried = new int[n];
    }

    int getUntriedPosition(int col) {
        return firstUntried[col] != n ? firstUntried[col] : -1;
    }

    void setPositionTried(int col) {
        firstUntried[col] = getUntriedPosition(col) + 1;
    }

    void setAllPositionsUntried(int col) {
        firstUntried[col] = 0;
    }
}
