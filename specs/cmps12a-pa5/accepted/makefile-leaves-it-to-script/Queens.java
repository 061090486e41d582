import java.util.StringJoiner;

// The Makefile knows nothing of Java: a script beside it does all the work.
class Queens {
    static boolean isSolution(int[] A) {
        for (int far = 1; far < A.length - 1; far++)
            for (int i = 1; i + far < A.length; i++)
                if (A[i] - A[i + far] == far || A[i + far] - A[i] == far) return false;
        return true;
    }

    static void nextPermutation(int[] A) {
        int right = A.length - 1, i = right;
        while (i > 1 && A[i - 1] > A[i]) i--;
        for (int l = i, r = right; l < r; l++, r--) swap(A, l, r);
        if (i <= 1) return;
        int j = i;                  // what stands right of the pivot rises by now
        while (A[j] < A[i - 1]) j++;
        swap(A, i - 1, j);
    }

    static void swap(int[] A, int i, int j) {
        int t = A[i];
        A[i] = A[j];
        A[j] = t;
    }

    static void refuse() {
        System.err.println("Usage: Queens [-v] number");
        System.err.println("Option: -v  verbose output, print all solutions");
        System.exit(0);
    }

    public static void main(String[] args) {
        int n = 0;
        boolean verbose = args.length > 1 && args[0].equals("-v");
        if (args.length != (verbose ? 2 : 1)) refuse();
        try {
            n = Integer.parseInt(args[args.length - 1]);
        } catch (NumberFormatException e) {
            refuse();
        }
        if (n < 1) refuse();
        int[] A = new int[n + 1];
        long todo = 1;
        for (int i = 1; i <= n; i++) {
            A[i] = i;
            todo *= i;
        }
        int count = 0;
        while (todo-- > 0) {
            if (isSolution(A)) {
                count++;
                if (verbose) {
                    StringJoiner tuple = new StringJoiner(", ", "(", ")");
                    for (int i = 1; i <= n; i++) tuple.add("" + A[i]);
                    System.out.println(tuple);
                }
            }
            nextPermutation(A);
        }
        System.out.println(n + "-Queens has " + count + " solutions");
    }
}
