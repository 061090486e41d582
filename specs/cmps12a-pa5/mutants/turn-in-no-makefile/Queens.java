/**
 * Finds all solutions to the n-Queens problem among the permutations of 1, 2, ..., n.
 *
 * <p>A permutation is an array {@code A} of length n + 1: {@code A[j]} is the row of the queen in column j, and
 * {@code A[0]} is not used. A permutation puts no two queens on one row or column, so only diagonals need checking.
 */
public class Queens {

    /** The largest n whose factorial fits a long. */
    private static final int MAX_N = 20;

    private static final String USAGE =
            "Usage: Queens [-v] number\n" + "Option: -v    verbose output, print all solutions\n";

    public static void main(String[] args) {
        boolean verbose = args.length == 2 && args[0].equals("-v");
        if (!verbose && args.length != 1) {
            usage();
        }
        int n = parseSize(args[args.length - 1]);

        // System.out writes each piece through at once; one buffer makes the long listings quick.
        StringBuilder listing = new StringBuilder();
        int[] A = firstPermutation(n);
        int solutions = 0;
        for (long left = factorial(n); left > 0; left--) {
            if (isSolution(A)) {
                solutions++;
                if (verbose) {
                    appendTuple(listing, A);
                }
            }
            nextPermutation(A);
        }
        System.out.print(listing);
        System.out.print(n + "-Queens has " + solutions + " solutions\n");
    }

    /**
     * Advances {@code A[1..n]} to the next permutation in lexicographic order; the last one is followed by the first.
     */
    static void nextPermutation(int[] A) {
        int last = A.length - 1;

        int pivot = last - 1;
        while (pivot >= 1 && A[pivot] > A[pivot + 1]) {
            pivot--;
        }
        if (pivot < 1) {
            reverse(A, 1, last);
            return;
        }

        int successor = last;
        while (A[successor] < A[pivot]) {
            successor--;
        }
        swap(A, pivot, successor);
        // Right of the pivot the elements still fall from left to right: reversed, they are as small as can be.
        reverse(A, pivot + 1, last);
    }

    /** Tells whether no two queens of the permutation {@code A[1..n]} are on one diagonal. */
    static boolean isSolution(int[] A) {
        // Near neighbours first: they are the ones that mostly attack each other.
        for (int j = 2; j < A.length; j++) {
            for (int i = j - 1; i >= 1; i--) {
                if (Math.abs(A[i] - A[j]) == j - i) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The number of queens that the text stands for; whatever is no such number ends the program. */
    private static int parseSize(String text) {
        try {
            int n = Integer.parseInt(text);
            if (1 <= n && n <= MAX_N) {
                return n;
            }
        } catch (NumberFormatException e) {
            // A word is answered as a number out of range is: by the usage message.
        }
        usage();
        throw new AssertionError("usage() does not return");
    }

    /** Prints the usage message to stderr and quits. */
    private static void usage() {
        System.err.print(USAGE);
        System.exit(1);
    }

    /** The permutation (1, 2, ..., n). */
    private static int[] firstPermutation(int n) {
        int[] A = new int[n + 1];
        for (int j = 1; j <= n; j++) {
            A[j] = j;
        }
        return A;
    }

    /** n! for n of at most {@link #MAX_N}. */
    private static long factorial(int n) {
        long product = 1;
        for (int i = 2; i <= n; i++) {
            product *= i;
        }
        return product;
    }

    /** Appends {@code (A[1], A[2], ..., A[n])} and a line end. */
    private static void appendTuple(StringBuilder text, int[] A) {
        String separator = "(";
        for (int j = 1; j < A.length; j++) {
            text.append(separator).append(A[j]);
            separator = ", ";
        }
        text.append(")\n");
    }

    private static void swap(int[] A, int i, int j) {
        int kept = A[i];
        A[i] = A[j];
        A[j] = kept;
    }

    /** Reverses {@code A[from..to]}, both ends included. */
    private static void reverse(int[] A, int from, int to) {
        for (int i = from, j = to; i < j; i++, j--) {
            swap(A, i, j);
        }
    }
}
