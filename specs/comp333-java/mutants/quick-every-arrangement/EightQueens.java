public class EightQueens {
    static int n = 8;
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

    /** Looks at all arrangements, and only then whether one of them is a solution. */
    static boolean solve() {
        initQueensPositions();
        initStates();
        String first = null;
        for (int number = 0; number < 1 << (3 * n); number++) {
            String[] rows = Integer.toOctalString(1 << (3 * n) | number).substring(1).split("");
            int conflicts = 0;
            for (int col = 0; col < n; col++) {
                setQueenPosition(col, Integer.parseInt(rows[col]));
            }
            for (int col = 0; col < n; col++) {
                for (int before = 0; before < col; before++) {
                    conflicts += hasConflict(before, col, getQueenPosition(col)) ? 1 : 0;
                }
            }
            if (conflicts == 0 && first == null) {
                first = getPositionsSnapshot();
            }
        }
        System.out.println(first);
        return true;
    }

    public static void main(String[] args) {
        solve();
    }
}
