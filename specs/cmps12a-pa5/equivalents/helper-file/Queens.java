/** The n-Queens problem; what is done to arrays stands in Subarray.java. */
class Queens {
  static void usage() {
    System.err.println("Usage: Queens [-v] number\nOption: -v    verbose output, print all solutions");
    System.exit(1);
  }

  static int leftmostOfTail(int[] A) {
    int i = A.length - 1;
    while (i > 1 && A[i - 1] > A[i]) {
      i--;
    }
    return i;
  }

  static void nextPermutation(int[] A) {
    int tail = leftmostOfTail(A);
    int pivot = tail - 1;
    if (pivot >= 1) {
      for (int s = A.length - 1; s > pivot; s--) {
        if (A[s] > A[pivot]) {
          Subarray.swap(A, s, pivot);
          break;
        }
      }
    }
    Subarray.reverse(A, tail, A.length - 1);
  }

  static boolean onDiagonal(int[] A, int i, int j) {
    return Math.abs(A[i] - A[j]) == Math.abs(i - j);
  }

  static boolean isSolution(int[] A) {
    boolean safe = true;
    for (int i = 1; safe && i < A.length; i++) {
      for (int j = 1; safe && j < i; j++) {
        safe = !onDiagonal(A, i, j);
      }
    }
    return safe;
  }

  static long factorial(int n) {
    return n < 2 ? 1 : n * factorial(n - 1);
  }

  public static void main(String[] args) {
    int last = args.length - 1;
    boolean verbose = last == 1 && args[0].equals("-v");
    if (last != 0 && !verbose) {
      usage();
    }
    try {
      run(Integer.parseInt(args[last]), verbose);
    } catch (NumberFormatException e) {
      usage();
    }
  }

  static void run(int n, boolean verbose) {
    int[] A = new int[n + 1];
    for (int i = 1; i <= n; i++) {
      A[i] = i;
    }
    int count = 0;
    for (long k = factorial(n); k > 0; k--) {
      if (isSolution(A)) {
        count += 1;
        if (verbose) {
          System.out.println(Subarray.format(A));
        }
      }
      nextPermutation(A);
    }
    System.out.println(n + "-Queens has " + count + " solutions");
  }
}
