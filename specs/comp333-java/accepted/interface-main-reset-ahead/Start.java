/** Where the program starts; a method of an interface is public without saying so. */
public interface Start {
    static void main(String[] args) {
        Queens puzzle = new Queens(8);
        if (puzzle.search()) {
            System.out.println("Found:");
            for (int row = 0; row < 8; row++) {
                System.out.println(puzzle.line(row));
            }
        }
    }
}
