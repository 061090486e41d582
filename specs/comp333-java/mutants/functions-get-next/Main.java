
public class Main {
    private static int n = 8;
    private static int[] queensPositions;
    private static int[] firstUntried;
    public static void initQueensPositions() { queensPositions = new int[n]; for (int i = 0; i < queensPositions.length; i++) queensPositions[i] = -1; }
    public static void initStates() { firstUntried = new int[n]; for (int i = 0; i < n; ++i) firstUntried[i] = 0; }
    public static boolean attacked(int a, int b, int bpos) {
        int apos = get(a);
        if (apos == bpos) return true;
        return bpos - apos == b - a || apos - bpos == b - a;
    }
    public static boolean attackedByAny(int b, int bpos) {
        boolean bad = false;
        for (int a = b - 1; a >= 0; a--) bad |= attacked(a, b, bpos);
        return bad;
    }
    public static void set(int col, int pos) { queensPositions[col] = pos; }
    public static int get(int col) { return queensPositions[col]; }
    public static String getPositionsSnapshot() {
        String s = "";
        for (int c = 0; c < n; c++) s += "col " + c + " row " + get(c) + (c < n - 1 ? "; " : "");
        return s;
    }
    public static int next(int col) { if (firstUntried[col] >= n) return -1; return firstUntried[col]; }
    public static void advance(int col) { firstUntried[col] += 1; }
    public static void forget(int col) { firstUntried[col] = 0; }

    public static void main(String... args) {
        initQueensPositions();
        initStates();
        int col = 0, found = 0;
        while (col >= 0) {
            int row = next(col);
            if (row < 0) {
                forget(col);
                set(col, -1);
                col--;
                continue;
            }
            advance(col);
            if (attackedByAny(col, row)) continue;
            set(col, row);
            if (col == n - 1) {
                found++;
                System.out.printf("#%d", found);
                for (int c = 0; c < n; c++) System.out.print(" " + queensPositions[c]);
                System.out.println();
            } else col++;
        }
        System.out.println("total: " + found);
    }
}
