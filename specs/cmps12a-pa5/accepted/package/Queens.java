package pa5;

/** All solutions to n-Queens, in a package of its own. */
public final class Queens {

    static int n;
    static int count;

    private Queens() {
    }

    static void exchange(int[] list, int i, int j) {
        int x = list[i]; list[i] = list[j]; list[j] = x;
    }

    protected static void nextPermutation(int[] A) {
        int right = A.length - 1, pivot = right - 1;
        for (; pivot > 0; pivot--) {
            if (A[pivot] < A[pivot + 1]) break;
        }
        if (pivot <= 0) {
            for (int i = 1; i <= right / 2; i++) exchange(A, i, right + 1 - i);
            return;
        }
        int successor = right;
        while (!(A[successor] > A[pivot])) successor -= 1;
        exchange(A, pivot, successor);
        int left = pivot + 1;
        while (left < right) exchange(A, left++, right--);
    }

    protected static boolean isSolution(int[] A) {
        for (int i = A.length - 1; i > 1; i--) {
            for (int j = i - 1; j > 0; j--) {
                int dx = i - j, dy = A[i] - A[j];
                if (dx * dx == dy * dy) return false;
            }
        }
        return true;
    }

    public static void main(String... args) {
        boolean loud = args.length > 0 && args[0].equals("-v");
        try {
            if (args.length != (loud ? 2 : 1)) throw new NumberFormatException();
            n = Integer.parseInt(args[loud ? 1 : 0]);
        } catch (NumberFormatException e) {
            System.err.print("Usage: Queens [-v] number\n");
            System.err.print("Option: -v    verbose output, print all solutions\n");
            return;
        }

        int[] A = new int[n + 1];
        long steps = 1;
        for (int i = 1; i <= n; i++) {
            A[i] = i;
            steps *= i;
        }
        while (steps-- > 0) {
            if (isSolution(A)) {
                count++;
                if (loud) show(A);
            }
            nextPermutation(A);
        }
        System.out.println(n + "-Queens has " + count + " solutions");
    }

    static void show(int[] A) {
        for (int i = 1; i <= n; i++) System.out.print((i == 1 ? "(" : ", ") + A[i]);
        System.out.println(")");
    }
}
