/** Goes on until the first permutation is there again, and so needs no factorial; with -v it goes through all twice. */
class Queens {
    public static void main(String[] args) {
        int n = -1;
        boolean verbose = args.length == 2;
        if (verbose && !args[0].equals("-v") || args.length == 0 || args.length > 2) {
            usage();
        } else {
            try {
                n = Integer.parseInt(args[args.length - 1]);
            } catch (NumberFormatException notANumber) {
                usage();
            }
        }

        int[] A = new int[n + 1];
        for (int i = 0; i <= n; i++) {
            A[i] = i;
        }
        if (verbose) {
            search(A, true);
        }
        System.out.printf("%d-Queens has %d solutions%n", n, search(A, false));
    }

    static int search(int[] A, boolean show) {
        int found = 0;
        do {
            if (isSolution(A)) {
                found++;
                if (show) {
                    print(A);
                }
            }
            nextPermutation(A);
        } while (!isFirst(A));
        return found;
    }

    static void usage() {
        System.err.println("Usage: Queens [-v] number");
        System.err.println("Option:\t-v verbose output, print all solutions");
        System.exit(0);
    }

    static boolean isFirst(int[] A) {
        int i = 1;
        while (i < A.length && A[i] == i) {
            i++;
        }
        return i == A.length;
    }

    static void print(int[] A) {
        String s = "(" + A[1];
        for (int i = 2; i < A.length; i++) {
            s += ", " + A[i];
        }
        System.out.println(s + ")");
    }

    static void nextPermutation(int[] A) {
        int i = A.length - 2;
        while (i > 0 && A[i] > A[i + 1]) {
            i--;
        }
        if (i > 0) {
            int k = A.length - 1;
            while (A[k] < A[i]) {
                k--;
            }
            swap(A, i, k);
        }
        int low = i + 1;
        int high = A.length - 1;
        if (i < 0) {
            low = 1;
        }
        while (low < high) {
            swap(A, low++, high--);
        }
    }

    static void swap(int[] A, int i, int j) {
        int t = A[i];
        A[i] = A[j];
        A[j] = t;
    }

    static boolean isSolution(int[] A) {
        for (int gap = 1; gap < A.length - 1; gap++) {
            for (int i = 1; i + gap < A.length; i++) {
                if (A[i + gap] - A[i] == gap || A[i] - A[i + gap] == gap) {
                    return false;
                }
            }
        }
        return true;
    }
}
