/** Eight queens on a board of squares; nothing of it could be of another size. */
public class Board {
    private static final boolean[][] queen = new boolean[8][8];

    public static void main(String[] args) {
        search(0);
        for (boolean[] line : queen) {
            StringBuilder drawn = new StringBuilder();
            for (boolean square : line) {
                drawn.append(square ? 'Q' : '.');
            }
            System.out.println(drawn);
        }
    }

    private static boolean search(int column) {
        for (int row = 0; column < 8 && row < 8; row++) {
            if (!isAttacked(row, column)) {
                queen[row][column] = true;
                if (search(column + 1)) {
                    return true;
                }
                queen[row][column] = false;
            }
        }
        return column == 8;
    }

    private static boolean isAttacked(int row, int column) {
        for (int back = 1; back <= column; back++) {
            if (queen[row][column - back]
                    || row >= back && queen[row - back][column - back]
                    || row + back < 8 && queen[row + back][column - back]) {
                return true;
            }
        }
        return false;
    }
}
