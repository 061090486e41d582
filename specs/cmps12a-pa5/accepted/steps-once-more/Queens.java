/** Begins behind the last permutation, so that the first step leads to the first one. */
public class Queens {
    static void usage() {
        System.err.println("Usage: Queens [-v] number");
        System.err.println("Option:    -v   verbose output, print all solutions");
        System.exit(2);
    }

    static double factorial(int n) {
        double product = n;
        while (n > 1) {
            n--;
            product = product * n;
        }
        return product;
    }

    static void exchange(int[] A, int i, int j) {
        int kept = A[i];
        A[i] = A[j];
        A[j] = kept;
    }

    static void nextPermutation(int[] A) {
        int pivot = 0;
        int successor = 0;
        for (int i = 1; i < A.length - 1; i++) {
            if (A[i] < A[i + 1]) {
                pivot = i;
            }
        }
        if (pivot != 0) {
            for (int i = pivot + 1; i < A.length; i++) {
                if (A[i] > A[pivot]) {
                    successor = i;
                }
            }
            exchange(A, pivot, successor);
        }
        for (int i = pivot + 1, j = A.length - 1; i < j; i++, j--) {
            exchange(A, i, j);
        }
    }

    static boolean isSolution(int[] A) {
        boolean attack = false;
        int i = 1;
        while (!attack && i < A.length) {
            int j = i + 1;
            while (!attack && j < A.length) {
                int distance = A[i] - A[j];
                attack = distance == i - j || distance == j - i;
                j++;
            }
            i++;
        }
        return !attack;
    }

    public static void main(String[] args) {
        int at = 0;
        if (args.length > 0 && args[0].equals("-v")) {
            at = 1;
        }
        if (args.length != at + 1 || !args[at].matches("[0-9]{1,2}")) {
            usage();
        }
        int n = Integer.valueOf(args[at]);
        int[] A = new int[n + 1];
        for (int i = 1; i <= n; i++) {
            A[i] = n + 1 - i;
        }
        nextPermutation(A);
        double tried = 0;
        int solutions = 0;
        while (tried < factorial(n)) {
            if (isSolution(A)) {
                solutions = solutions + 1;
                if (at == 1) {
                    String line = java.util.Arrays.toString(java.util.Arrays.copyOfRange(A, 1, n + 1));
                    System.out.println(line.replace('[', '(').replace(']', ')'));
                }
            }
            nextPermutation(A);
            tried++;
        }
        System.out.println(n + "-Queens has " + solutions + " solutions");
    }
}
