// Queens.java
// The size is kept in a field, and so are the counters.
class Queens {
   static int n; static int solutions; static boolean verbose; static int[] A;

   static void usage() {
      System.err.println("Usage: Queens [-v] number");
      System.err.println("Option: -v    verbose output, print all solutions");
      System.exit(1);
   }

   static long factorial(int n) {
      long f = 1;
      for (int i = 2; i <= n; i++) f *= i;
      return f;
   }

   static void swap(int[] A, int i, int j) {
      int t = A[i];
      A[i] = A[j];
      A[j] = t;
   }

   static void reverse(int[] A, int i, int j) {
      while (i < j) {
         swap(A, i, j);
         i++;
         j--;
      }
   }

   static void printArray(int[] A) {
      System.out.print("(" + A[1]);
      for (int i = 2; i < A.length; i++) System.out.print(", " + A[i]);
      System.out.println(")");
   }

   static void nextPermutation(int[] A) {
      int p = n - 1;
      while (p >= 1 && A[p] > A[p + 1]) p--;
      if (p < 1) {
         reverse(A, 1, n);
         return;
      }
      int s = n;
      while (A[s] < A[p]) s--;
      swap(A, p, s);
      reverse(A, p + 1, n);
   }

   // Each diagonal holds one queen at most: two tables tell which are taken.
   static boolean isSolution(int[] A) {
      boolean[] up = new boolean[2 * n + 1];
      boolean[] down = new boolean[2 * n + 1];
      for (int i = 1; i <= n; i++) {
         if (up[A[i] + i] || down[A[i] - i + n]) return false;
         up[A[i] + i] = down[A[i] - i + n] = true;
      }
      return true;
   }

   public static void main(String[] args) {
      try {
         if (args.length == 1) {
            n = Integer.parseInt(args[0]);
         } else if (args.length == 2 && args[0].equals("-v")) {
            verbose = true;
            n = Integer.parseInt(args[1]);
         } else {
            usage();
         }
      } catch (NumberFormatException e) {
         usage();
      }
      A = new int[n + 1];
      for (int i = 1; i <= n; i++) A[i] = i;
      long f = factorial(n);
      for (long k = 0; k < f; k++) {
         if (isSolution(A)) {
            solutions++;
            if (verbose) printArray(A);
         }
         nextPermutation(A);
      }
      System.out.println(n + "-Queens has " + solutions + " solutions");
   }
}
