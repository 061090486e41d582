// Queens.java
// Neighbours are compared first, then queens two columns apart, and so on - in a copy.
class Queens {

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
      int n = A.length - 1;
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

   static boolean isSolution(int[] A) {
      int[] B = new int[A.length];
      for (int i = 0; i < A.length; i++) B[i] = A[i];
      for (int gap = 1; gap < B.length; gap++) {
         for (int j = 1; j + gap < B.length; j++) {
            if (B[j] - B[j + gap] == gap) return false;
            if (B[j + gap] - B[j] == gap) return false;
         }
      }
      return true;
   }

   public static void main(String[] args) {
      boolean verbose = false;
      int n = 0;
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
      int[] A = new int[n + 1];
      for (int i = 1; i <= n; i++) A[i] = i;
      int count = 0;
      long f = factorial(n);
      for (long k = 0; k < f; k++) {
         if (isSolution(A)) {
            count++;
            if (verbose) printArray(A);
         }
         nextPermutation(A);
      }
      System.out.println(n + "-Queens has " + count + " solutions");
   }
}
