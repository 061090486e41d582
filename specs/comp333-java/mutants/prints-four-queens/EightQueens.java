public class EightQueens {
    static int n = 4;
    static int[] queensPositions;
    static int[] firstUntried;

    static void initQueensPositions() {
        queensPositions = new int[n];
        for (int col = 0; col < n; col++) {
            queensPositions[col] = -1;
        }
    }

    static boolean hasConflict(int a, int b, int bpos) {
        int apos = getQueenPosition(a);
        return apos == bpos || Math.abs(apos - bpos) == b - a;
    }

    static boolean hasConflictCumulative(int b, int bpos) {
        for (int a = 0; a < b; a++) {
            if (hasConflict(a, b, bpos)) {
                return true;
            }
        }
        return false;
    }

    static void setQueenPosition(int col, int pos) {
        queensPositions[col] = pos;
    }

    static int getQueenPosition(int col) {
        return queensPositions[col];
    }

    static String getPositionsSnapshot() {
        return java.util.Arrays.toString(queensPositions);
    }

    static void initStates() {
        firstUntried = new int[n];
    }

    static int getUntriedPosition(int col) {
        return firstUntried[col] == n ? -1 : firstUntried[col];
    }

    static void setPositionTried(int col) {
        firstUntried[col]++;
    }

    static void setAllPositionsUntried(int col) {
        firstUntried[col] = 0;
    }

    static boolean solve() {
        initQueensPositions();
        initStates();
        int col = 0;
        while (0 <= col && col < n) {
            int pos = getUntriedPosition(col);
            if (pos == -1) {
                setAllPositionsUntried(col);
                setQueenPosition(col, -1);
                col--;
            } else {
                setPositionTried(col);
                if (!hasConflictCumulative(col, pos)) {
                    setQueenPosition(col, pos);
                    col++;
                }
            }
        }
        return col == n;
    }

    public static void main(String[] args) {
        if (solve()) {
            System.out.println(getPositionsSnapshot());
        } else {
            System.out.println("no solution");
        }
    }
}
