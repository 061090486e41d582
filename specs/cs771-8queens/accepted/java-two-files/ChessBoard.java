// Grace Kim
// WSU ID K340G671

/** A real board of squares; true is a queen. */
class ChessBoard {
    boolean[][] square = new boolean[9][9];  // row, column; 0 is not used

    void put(int column, int row) {
        for (int r = 1; r <= 8; r++) {
            square[r][column + 1] = r == row;
        }
    }

    int rowOf(int column) {
        int row = 1;
        while (!square[row][column]) {
            row++;
        }
        return row;
    }

    /** Looks along six rays from the square, to the edge of the board. */
    int look(int row, int column) {
        int seen = 0;
        for (int down = -1; down <= 1; down++) {
            for (int right = -1; right <= 1; right += 2) {
                int r = row + down;
                int c = column + right;
                while (r >= 1 && r <= 8 && c >= 1 && c <= 8) {
                    if (square[r][c]) {
                        seen++;
                    }
                    r += down;
                    c += right;
                }
            }
        }
        return seen;
    }

    int most() {
        int most = 0;
        for (int column = 1; column <= 8; column++) {
            most = Math.max(most, look(rowOf(column), column));
        }
        return most;
    }

    boolean conflictFree() {
        return most() == 0;
    }

    boolean moveOneQueen() {
        int n1 = most();
        if (n1 == 0) {
            return false;
        }
        for (int column = 1; column <= 8; column++) {
            if (look(rowOf(column), column) < n1) {
                continue;
            }
            int n2 = n1;
            int target = 0;
            for (int row = 8; row >= 1; row--) {
                if (look(row, column) <= n2 && look(row, column) < n1) {
                    n2 = look(row, column);
                    target = row;
                }
            }
            if (target > 0) {
                put(column - 1, target);
                return true;
            }
        }
        return false;
    }

    String show() {
        String line = "";
        for (int column = 1; column <= 8; column++) {
            line += rowOf(column);
            if (column < 8) {
                line += " ";
            }
        }
        return line;
    }
}
