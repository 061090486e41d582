public class EightQueens {
    static int n = 8;
    static int[] queensPositions;
    static int[] firstUntried;

    static void initQueensPositions(int n) {
        queensPositions = new int[n];
        for (int i = 0; i < n; i++)
            queensPositions[i] = -1;
    }

    static boolean hasConflict(int a, int b, int bpos) {
        int apos = queensPositions[a];
        return apos == bpos || Math.abs(apos - bpos) == Math.abs(a - b);
    }

    static boolean hasConflictCumulative(int b, int bpos) {
        for (int i = 0; i <= b - 1; i++)
            if (hasConflict(i, b, bpos))
                return true;
        return false;
    }

    static void setQueenPosition(int col, int pos) {
        queensPositions[col] = pos;
    }

    static int getQueenPosition(int col) {
        return queensPositions[col];
    }

    static String getPositionsSnapshot() {
        StringBuilder sb = new StringBuilder();
        for (int p : queensPositions)
            sb.append(p).append(", ");
        return sb.toString();
    }

    static void initStates() {
        firstUntried = new int[n];
        for (int i = 0; i < n; i++)
            firstUntried[i] = 0;
    }

    static int getUntriedPosition(int col) {
        if (firstUntried[col] >= n)
            return -1;
        else
            return firstUntried[col];
    }

    static void setPositionTried(int col) {
        firstUntried[col] = firstUntried[col] + 1;
    }

    static void setAllPositionsUntried(int col) {
        firstUntried[col] = 0;
    }

    public static void main(String[] args) {
        initQueensPositions(n);
        initStates();
        int c = 0;
        while (c < n) {
            int r = getUntriedPosition(c);
            if (r == -1) {
                setAllPositionsUntried(c);
                c = c - 1;
                if (c < 0) break;
                setQueenPosition(c, -1);
            } else {
                setPositionTried(c);
                if (!hasConflictCumulative(c, r)) {
                    setQueenPosition(c, r);
                    c = c + 1;
                }
            }
        }
        System.out.println(getPositionsSnapshot());
    }
}
