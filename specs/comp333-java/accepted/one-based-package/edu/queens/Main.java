package edu.queens;

public final class Main {
    private Main() {
    }

    public static void main(String... args) {
        Board board = new Board(args.length == 1 ? Integer.parseInt(args[0]) : 8);
        int col = 0;
        for (;;) {
            int row = board.getUntriedPosition(col);
            if (row < 0) {
                board.setAllPositionsUntried(col);
                if (--col < 0)
                    break;
                continue;
            }
            board.setPositionTried(col);
            if (board.hasConflictCumulative(col, row))
                continue;
            board.setQueenPosition(col, row);
            if (++col == board.n)
                break;
        }
        if (col < 0) {
            System.out.println("No solution exists.");
            return;
        }
        System.out.printf("%d queens, rows counted from 1:%n", board.n);
        for (int c = 0; c < board.n; c++)
            System.out.print(" " + (board.getQueenPosition(c) + 1));
        System.out.println();
    }
}
