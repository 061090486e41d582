public class Queens8 {

    // size of the board
    static final int n = 8;

    static int[] queensPositions;
    static int[] firstUntried;

    // ---------- functions on the queens' positions

    private static void initQueensPositions() {
        queensPositions = new int[n];
        for (int i = 0; i < n; i++) queensPositions[i] = -1;
    }

    private static boolean hasConflict(int a, int b, int bpos) {
        int d = getQueenPosition(a) - bpos;
        return d * d == 0 || d * d == (a - b) * (a - b);
    }

    private static boolean hasConflictCumulative(int b, int bpos) {
        boolean any = false;
        for (int a = 0; a < b; a++) any |= hasConflict(a, b, bpos);
        return any;
    }

    private static void setQueenPosition(int col, int pos) { queensPositions[col] = pos; }

    private static int getQueenPosition(int col) { return queensPositions[col]; }

    private static String getPositionsSnapshot() {
        char[] snapshot = new char[2 * n];
        java.util.Arrays.fill(snapshot, ' ');
        for (int i = 0; i < n; i++) {
            int p = queensPositions[i];
            snapshot[2 * i] = p < 0 ? '-' : ' ';
            snapshot[2 * i + 1] = (char) ('0' + Math.abs(p));
        }
        return new String(snapshot);
    }

    // ---------- functions on the rows tried

    private static void initStates() { firstUntried = new int[n]; }

    private static int getUntriedPosition(int col) { return firstUntried[col] < n ? firstUntried[col] : -1; }

    private static void setPositionTried(int col) { firstUntried[col] += 1; }

    private static void setAllPositionsUntried(int col) { firstUntried[col] = 0; }

    // ---------- search

    public static void main(String[] args) {
        initQueensPositions();
        initStates();
        for (int col = 0; col < n; ) {
            int pos = getUntriedPosition(col);
            if (pos == -1) {
                setAllPositionsUntried(col--);
            } else {
                setPositionTried(col);
                if (!hasConflictCumulative(col, pos)) setQueenPosition(col++, pos);
            }
        }
        System.err.println("positions: " + getPositionsSnapshot());
        for (int col = 0; col < n; col++) {
            System.out.print((char) ('a' + col));
            System.out.print(getQueenPosition(col) + 1);
            System.out.print(col == n - 1 ? "\n" : " ");
        }
    }
}
