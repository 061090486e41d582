package queens;
/*
 * Name: Tom Baker
 * WSU ID: T555B666
 */
import java.io.*;
import java.util.*;
public class EightQueens {
    private final int[] b;
    EightQueens(int[] b) { this.b = b; }
    int attacks(int col) { int n = 0; for (int j = 0; j < 8; j++) { if (j == col) continue; if (b[j] == b[col] || Math.abs(b[j]-b[col]) == Math.abs(j-col)) n++; } return n; }
    String text() { StringJoiner s = new StringJoiner(" "); for (int x : b) s.add("" + x); return s.toString(); }
    boolean climb(PrintStream out) {
        out.println(text());
        while (true) {
            int n1 = 0;
            for (int c = 0; c < 8; c++) n1 = Math.max(n1, attacks(c));
            if (n1 == 0) return true;
            boolean moved = false;
            for (int c = 0; c < 8 && !moved; c++) {
                if (attacks(c) != n1) continue;
                int old = b[c], best = n1, row = -1;
                for (int r = 1; r <= 8; r++) { b[c] = r; int a = attacks(c); if (a < best) { best = a; row = r; } }
                b[c] = old;
                if (row > 0) { b[c] = row; moved = true; }
            }
            if (!moved) return false;
            out.println(text());
        }
    }
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new FileReader(args[0])); PrintStream out = args.length > 1 ? new PrintStream(args[1]) : System.out;
        String line;
        while ((line = in.readLine()) != null) {
            if (line.trim().isEmpty()) continue;
            int[] b = Arrays.stream(line.trim().split("\\s+")).mapToInt(Integer::parseInt).toArray();
            out.println(new EightQueens(b).climb(out) ? "Success" : "Failure");
            out.println();
        }
        out.close();
    }
}
