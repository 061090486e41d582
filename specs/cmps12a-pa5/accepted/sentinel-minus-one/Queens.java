/* Queens.java: n-Queens. A[0] serves as a sentinel, so that the scan for the pivot needs no test for the left end. */

import java.math.BigInteger;

class Queens {
    static int number_of_solutions = 0;
    static boolean print_all = false;

    static void nextPermutation(int A[]) {
        int n = A.length - 1, i = n - 1, j = n;
        if (n < 2) return;                       /* the only permutation follows itself */
        A[0] = -1;
        while (A[i] > A[i + 1]) i--;
        if (i == 0) { turn(A, 1, n); return; }
        while (A[j] < A[i]) j--;
        int tmp = A[i]; A[i] = A[j]; A[j] = tmp;
        turn(A, i + 1, n);
    }

    static void turn(int A[], int i, int j) {
        for (; i < j; i++, j--) { int tmp = A[i]; A[i] = A[j]; A[j] = tmp; }
    }

    static boolean isSolution(int A[]) {
        for (int i = 1; i < A.length; i++)
            for (int j = A.length - 1; j > i; j--)
                if (A[i] - A[j] == i - j || A[i] - A[j] == j - i)
                    return false;
        return true;
    }

    static void look_at(int A[]) {
        if (!isSolution(A)) return;
        number_of_solutions++;
        if (!print_all) return;
        String line = "";
        for (int i = 1; i < A.length; i++) line = line + ", " + A[i];
        System.out.println("(" + line.substring(2) + ")");
    }

    static BigInteger fact(int n) {
        return n == 0 ? BigInteger.ONE : BigInteger.valueOf(n).multiply(fact(n - 1));
    }

    static void usage() {
        System.err.println("Usage: Queens [-v] number");
        System.err.println("Option: -v    verbose output, print all solutions");
        Runtime.getRuntime().exit(1);
    }

    public static void main(String args[]) {
        int n = 0, first = 0;
        if (args.length > 0 && args[0].equals("-v")) { print_all = true; first = 1; }
        if (args.length != first + 1) usage();
        try { n = Integer.parseInt(args[first]); } catch (Exception e) { usage(); }
        if (n < 1) usage();

        int A[] = new int[n + 1];
        for (int i = 1; i <= n; i++) A[i] = i;
        look_at(A);
        for (long k = fact(n).longValue() - 1; k != 0; k--) {
            nextPermutation(A);
            look_at(A);
        }
        System.out.println(n + "-Queens has " + number_of_solutions + " solutions");
    }
}
