import java.util.Scanner;

// Asks for the size of the board; Enter alone means 8.
public class Program {

    class Positions {
        int[] queensPositions;

        void initQueensPositions() {
            queensPositions = new int[n];
            for (int i = 0; i < n; i++) { queensPositions[i] = -1; }
        }
    }

    int n = 8;
    Positions positions = new Positions();
    int[] firstUntried;

    void initQueensPositions() { positions.initQueensPositions(); }

    boolean hasConflict(int a, int b, int bpos) {
        int rows = Math.abs(getQueenPosition(a) - bpos);
        return rows == 0 | rows == b - a;
    }

    boolean hasConflictCumulative(int b, int bpos) {
        int a;
        for (a = 0; a < b; a++) { if (hasConflict(a, b, bpos)) { break; } }
        return a < b;
    }

    void setQueenPosition(int col, int pos) { positions.queensPositions[col] = pos; }

    int getQueenPosition(int col) { return positions.queensPositions[col]; }

    String getPositionsSnapshot() {
        String s = "";
        for (int p : positions.queensPositions) { s += p; }
        return s;
    }

    void initStates() { firstUntried = new int[n]; }

    int getUntriedPosition(int col) { return firstUntried[col] == n ? -1 : firstUntried[col]; }

    void setPositionTried(int col) { firstUntried[col]++; }

    void setAllPositionsUntried(int col) { firstUntried[col] = 0; }

    boolean solve() {
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
                if (!hasConflictCumulative(col, pos)) { setQueenPosition(col, pos); col++; }
            }
        }
        return col == n;
    }

    public static void main(String[] args) {
        Program program = new Program();
        System.out.print("Size of the board: ");
        Scanner in = new Scanner(System.in);
        String answer = in.nextLine().trim();
        if (!answer.isEmpty()) { program.n = Integer.parseInt(answer); }
        System.out.println(program.solve() ? program.getPositionsSnapshot() : "impossible");
    }
}
