// Grace Kim
// WSU ID K340G671
import java.util.Scanner;

public class HillClimbing {
    public static void main(String[] args) {
        Scanner keyboard = new Scanner(System.in);
        StringBuilder out = new StringBuilder();
        while (keyboard.hasNextInt()) {
            ChessBoard board = new ChessBoard();
            for (int column = 0; column < 8; column++) {
                board.put(column, keyboard.nextInt());
            }
            boolean running = true;
            while (running) {
                out.append(board.show()).append('\n');
                running = board.moveOneQueen();
            }
            if (board.conflictFree()) {
                out.append("Success\n");
            } else {
                out.append("Failure\n");
            }
        }
        System.out.print(out);
    }
}
