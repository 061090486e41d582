// Bob, COMP 333 project 1 part 1

public class EightQueens {
    int n = 8;
    int[] queensPositions;
    int[] firstUntried;

    void initQueensPositions() {
        queensPositions = new int[n];
        for (int i = 0; i < n; i++)
            queensPositions[i] = -1;
    }

    boolean hasConflict(int a, int b, int bpos) {
        int apos = getQueenPosition(a)
        if (apos == bpos) return true;
        if (Math.abs(apos - bpos) == b - a) return true;
        return false;
    }

    boolean hasConflictCumulative(int b, int bpos) {
        for (int a = 0; a <= b - 1; a++) {
            if (hasConflict(a, b, bpos)) return true;
        }
        return false;
    }

    void setQueenPosition(int col, int pos) {
        queensPositions[col] = pos;
    }

    int getQueenPosition(int col) {
        return queensPositions[col];
    }

    String getPositionsSnapshot() {
        String s = "";
        for (int i = 0; i < n; i++)
            s += queensPositions[i] + " ";
        return s;
    }

    void initStates() {
        firstUntried = new int[n];
    }

    int getUntriedPosition(int col) {
        if (firstUntried[col] == n) return -1;
        return firstUntried[col];
    }

    void setPositionTried(int col) {
        firstUntried[col]++;
    }

    void setAllPositionsUntried(int col) {
        firstUntried[col] = 0;
    }

    public static void main(String[] args) {
        EightQueens q = new EightQueens();
        q.initQueensPositions();
        q.initStates();
        int c = 0;
        while (c < q.n) {
            int r = q.getUntriedPosition(c);
            if (r == -1) {
                q.setAllPositionsUntried(c);
                c--;
                continue;
            }
            q.setPositionTried(c);
            if (!q.hasConflictCumulative(c, r)) {
                q.setQueenPosition(c, r);
                c++;
            }
        }
        System.out.println(q.getPositionsSnapshot());
    }
}
