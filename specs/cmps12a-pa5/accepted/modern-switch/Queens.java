import static java.lang.Math.abs;
import static java.lang.System.err;
import static java.lang.System.exit;
import static java.lang.System.out;

interface Queens {

    static void main(String[] args) {
        var words = String.join("\n", args);
        var mode = words.matches("[0-9]+") ? "count" : words.matches("-v\n[0-9]+") ? "list" : "help";
        if (args.length > 2) {
            mode = "help";
        }
        switch (mode) {
            case "count" -> out.println(solve(Integer.parseInt(args[0]), false));
            case "list" -> out.println(solve(Integer.parseInt(args[1]), true));
            default -> {
                err.println("Usage: Queens [-v] number");
                err.println("Option: -v    verbose output, print all solutions");
                exit(1);
            }
        }
    }

    static String solve(int n, boolean list) {
        final var text = new StringBuilder();
        final var A = new int[n + 1];
        for (var i = n; i > 0; i--) {
            A[i] = i;
        }
        var count = 0;
        for (var todo = factorial(n); todo > 0; todo--) {
            if (isSolution(A)) {
                count++;
                if (list) {
                    append(text, A);
                }
            }
            nextPermutation(A);
        }
        return text + "" + n + "-Queens has " + count + " solutions";
    }

    static void append(StringBuilder text, int[] A) {
        text.append('(');
        for (var i = 1; i < A.length; i++) {
            text.append(A[i]).append(", ");
        }
        text.setLength(text.length() - 2);
        text.append(")\n");
    }

    static long factorial(long n) {
        return n <= 1 ? 1 : factorial(n - 1) * n;
    }

    static void nextPermutation(int[] A) {
        var last = A.length - 1;
        for (var i = last - 1; i >= 1; i--) {
            if (A[i] > A[i + 1]) {
                continue;
            }
            for (var j = last; j > i; j--) {
                if (A[j] > A[i]) {
                    swap(A, i, j);
                    reverse(A, i + 1, last);
                    return;
                }
            }
        }
        reverse(A, 1, last);
    }

    static boolean isSolution(int[] A) {
        var pairs = 0;
        final var all = (A.length - 1) * (A.length - 2) / 2;
        for (var i = 1; pairs < all; i++) {
            for (var j = i + 1; j < A.length; j++, pairs++) {
                if (abs(A[i] - A[j]) == abs(i - j)) {
                    return false;
                }
            }
        }
        return true;
    }

    static void reverse(int[] A, int i, int j) {
        while (j - i > 0) {
            swap(A, i++, j--);
        }
    }

    static void swap(int[] A, int i, int j) {
        final var x = A[i];
        A[i] = A[j];
        A[j] = x;
    }
}
