import java.util.ArrayList;
import java.util.List;

/** First solution, with both arrays printed at the end and after each column. */
public class Main {
    static int n = 8;
    static int[] queensPositions;
    static int[] firstUntried;

    public static void main(String[] args) {
        Main.initQueensPositions();
        Main.initStates();
        List<String> log = new ArrayList<>();
        int col = 0;
        while (col >= 0 && col != n) {
            int row = getUntriedPosition(col);
            if (row == -1) {
                setAllPositionsUntried(col);
                setQueenPosition(col, -1);
                col -= 1;
                log.add("<- " + getPositionsSnapshot() + " / " + getStatesSnapshot());
                continue;
            }
            setPositionTried(col);
            if (hasConflictCumulative(col, row) == false) {
                setQueenPosition(col, row);
                log.add("-> " + getPositionsSnapshot() + " / " + getStatesSnapshot());
                col += 1;
            }
        }
        log.forEach(System.out::println);
        System.out.println("\nResult after " + log.size() + " steps:");
        System.out.println("queensPositions = " + getPositionsSnapshot());
        System.out.println("firstUntried    = " + getStatesSnapshot());
    }

    public static void initQueensPositions() {
        queensPositions = new int[n];
        for (int i = 0; i < n; i++) queensPositions[i] = -1;
    }

    public static boolean hasConflict(int a, int b, int bpos) {
        int apos = getQueenPosition(a);
        return apos == bpos || apos == bpos - (b - a) || apos == bpos + (b - a);
    }

    public static boolean hasConflictCumulative(int b, int bpos) {
        for (int a = 0; a < b; ++a) {
            if (hasConflict(a, b, bpos)) return true;
        }
        return false;
    }

    public static void setQueenPosition(int col, int pos) {
        queensPositions[col] = pos;
    }

    public static int getQueenPosition(int col) {
        return queensPositions[col];
    }

    public static String getPositionsSnapshot() {
        return snapshot(queensPositions);
    }

    private static String getStatesSnapshot() {
        return snapshot(firstUntried);
    }

    private static String snapshot(int[] array) {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < array.length; i++) {
            if (i > 0) text.append(',');
            text.append(array[i]);
        }
        return text.append('}').toString();
    }

    public static void initStates() {
        firstUntried = new int[n];
    }

    public static int getUntriedPosition(int col) {
        return firstUntried[col] == n ? -1 : firstUntried[col];
    }

    public static void setPositionTried(int col) {
        firstUntried[col]++;
    }

    public static void setAllPositionsUntried(int col) {
        firstUntried[col] = 0;
    }
}
