// Queens.java
// Alice Archer, CMPS 12A, pa5
//
// Counts, and with the option -v lists, the solutions to the n-Queens problem. Goes through all n! permutations
// of 1 to n in lexicographic order and keeps those in which no two queens are on the same diagonal.

class Queens {

    static void nextPermutation(int[] A) {
        int n = A.length - 1;
        int pivot = 0;
        int successor = 0;

        // scan from right to left for the pivot
        for (int i = n - 1; i >= 1; i--) {
            if (A[i] < A[i + 1]) {
                pivot = i;
                break;
            }
        }

        // no pivot: this was the last permutation, so start over
        if (pivot == 0) {
            reverse(A, 1, n);
            return;
        }

        // scan from right to left again for the successor
        for (int i = n; i > pivot; i--) {
            if (A[i] > A[pivot]) {
                successor = i;
                break;
            }
        }

        swap(A, pivot, successor);
        reverse(A, pivot + 1, n);
    }

    static boolean isSolution(int[] A) {
        int n = A.length - 1;
        for (int i = 1; i < n; i++) {
            for (int j = i + 1; j <= n; j++) {
                int horizontal = j - i;
                int vertical = Math.abs(A[j] - A[i]);
                if (horizontal == vertical) {
                    return false;
                }
            }
        }
        return true;
    }

    static void swap(int[] A, int i, int j) {
        int temp = A[i];
        A[i] = A[j];
        A[j] = temp;
    }

    static void reverse(int[] A, int i, int j) {
        while (i < j) {
            swap(A, i, j);
            i++;
            j--;
        }
    }

    static long factorial(int n) {
        if (n <= 1) {
            return 1;
        }
        return n * factorial(n - 1);
    }

    static void printArray(int[] A) {
        System.out.print("(" + A[1]);
        for (int i = 2; i < A.length; i++) {
            System.out.print(", " + A[i]);
        }
        System.out.println(")");
    }

    static void usage() {
        System.err.println("Usage: Queens [-v] number");
        System.err.println("Option: -v    verbose output, print all solutions");
        System.exit(1);
    }

    public static void main(String[] args) {
        boolean verbose = false;
        String number = "";

        if (args.length == 1) {
            number = args[0];
        } else if (args.length == 2 && args[0].equals("-v")) {
            verbose = true;
            number = args[1];
        } else {
            usage();
        }

        int n = 0;
        try {
            n = Integer.parseInt(number);
        } catch (NumberFormatException e) {
            usage();
        }
        if (n < 1) {
            usage();
        }

        int[] A = new int[n + 1];
        for (int i = 1; i <= n; i++) {
            A[i] = i;
        }

        int count = 0;
        long permutations = factorial(n);
        for (long k = 1; k <= permutations; k++) {
            if (isSolution(A)) {
                count++;
                if (verbose) {
                    printArray(A);
                }
            }
            nextPermutation(A);
        }
        System.out.println(n + "-Queens has " + count + " solutions");
    }
}
