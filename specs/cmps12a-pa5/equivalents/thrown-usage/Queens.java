/** Wrong command lines are told by an exception, which main turns into the usage message. */
public class Queens {

    static class UsageException extends Exception {
        UsageException() {
            super("Usage: Queens [-v] number\nOption: -v    verbose output, print all solutions");
        }
    }

    static boolean verbose;

    static int readArguments(String[] args) throws UsageException {
        String number = null;
        for (String word : args) {
            if (word.equals("-v") && !verbose && number == null) {
                verbose = true;
            } else if (number == null) {
                number = word;
            } else {
                throw new UsageException();
            }
        }
        try {
            return Integer.parseInt(number);
        } catch (NumberFormatException e) {
            throw new UsageException();
        }
    }

    public static void main(String[] args) {
        try {
            solve(readArguments(args));
        } catch (UsageException e) {
            System.err.println(e.getMessage());
        }
    }

    static void solve(int n) {
        Permutation permutation = new Permutation(n);
        int count = 0;
        do {
            if (isSolution(permutation.A)) {
                count++;
                if (verbose) {
                    System.out.println(permutation);
                }
            }
        } while (permutation.advance());
        System.out.println(n + "-Queens has " + count + " solutions");
    }

    static class Permutation {
        final int[] A;
        long left = 1;

        Permutation(int n) {
            A = new int[n + 1];
            for (int i = 1; i <= n; i++) {
                A[i] = i;
                left *= i;
            }
        }

        boolean advance() {
            nextPermutation(A);
            left--;
            return left > 0;
        }

        public String toString() {
            StringBuffer text = new StringBuffer("(");
            for (int i = 1; i < A.length; i++) {
                text.append(A[i]);
                text.append(i == A.length - 1 ? ")" : ", ");
            }
            return text.toString();
        }
    }

    static void nextPermutation(int[] A) {
        int pivot = findPivot(A);
        if (pivot == 0) {
            reverseFrom(A, 1);
        } else {
            swap(A, pivot, findSuccessor(A, pivot));
            reverseFrom(A, pivot + 1);
        }
    }

    static int findPivot(int[] A) {
        for (int i = A.length - 2; i > 0; i--) {
            if (A[i] < A[i + 1]) {
                return i;
            }
        }
        return 0;
    }

    static int findSuccessor(int[] A, int pivot) {
        int i = A.length - 1;
        while (A[i] < A[pivot]) {
            i--;
        }
        return i;
    }

    static void reverseFrom(int[] A, int start) {
        int end = A.length - 1;
        while (start < end) {
            swap(A, start++, end--);
        }
    }

    static void swap(int[] A, int i, int j) {
        int old = A[i];
        A[i] = A[j];
        A[j] = old;
    }

    static boolean isSolution(int[] A) {
        for (int i = 1; i < A.length - 1; i++) {
            if (attacksToTheRight(A, i)) {
                return false;
            }
        }
        return true;
    }

    static boolean attacksToTheRight(int[] A, int i) {
        for (int j = i + 1; j < A.length; j++) {
            if (Math.abs(A[j] - A[i]) == j - i) {
                return true;
            }
        }
        return false;
    }
}
