public class EightQueens {
    private static final int[] ROWS = {1, 5, 8, 6, 3, 7, 2, 4};

    private static void printBoard() {
        for (int r = 1; r <= 8; r++) {
            String line = "";
            for (int c = 0; c < 8; c++) {
                if (ROWS[c] == r) {
                    line = line.concat("Q ");
                } else {
                    line = line.concat("- ");
                }
            }
            System.out.println(line);
        }
    }

    public static void main(String[] args) {
        printBoard();
    }
}
