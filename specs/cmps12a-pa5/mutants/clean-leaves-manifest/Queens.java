// Queens.java: n-Queens by permutations.

class Queens {

    static void usage() {
        System.err.println("Usage: Queens [-v] number");
        System.err.println("Option: -v    verbose output, print all solutions");
        System.exit(1);
    }

    static void swap(int[] A, int i, int j) {
        int temp = A[i];
        A[i] = A[j];
        A[j] = temp;
    }

    static void reverse(int[] A, int i, int j) {
        while (i < j) {
            swap(A, i++, j--);
        }
    }

    static void printArray(int[] A) {
        System.out.print("(" + A[1]);
        for (int i = 2; i < A.length; i++) {
            System.out.print(", " + A[i]);
        }
        System.out.println(")");
    }

    static void nextPermutation(int[] A) {
        int n = A.length - 1;
        int pivot = n - 1;
        while (pivot > 0 && A[pivot] > A[pivot + 1]) {
            pivot--;
        }
        if (pivot <= 0) {
            reverse(A, 1, n);
            return;
        }
        int successor = n;
        while (A[successor] < A[pivot]) {
            successor--;
        }
        swap(A, pivot, successor);
        reverse(A, pivot + 1, n);
    }

    static boolean isSolution(int[] A) {
        for (int i = 1; i < A.length; i++) {
            for (int j = i + 1; j < A.length; j++) {
                if (Math.abs(A[i] - A[j]) == j - i) {
                    return false;
                }
            }
        }
        return true;
    }

    public static void main(String[] args) {
        boolean verbose = args.length == 2 && args[0].equals("-v");
        if (args.length != 1 && !verbose) {
            usage();
        }
        int n = 0;
        try {
            n = Integer.parseInt(args[args.length - 1]);
        } catch (NumberFormatException e) {
            usage();
        }

        int[] A = new int[n + 1];
        long permutations = 1;
        for (int i = 1; i <= n; i++) {
            A[i] = i;
            permutations *= i;
        }

        int count = 0;
        for (long k = 0; k < permutations; k++) {
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
