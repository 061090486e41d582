// Queens.java
// The side of the board is kept in a field with a name of its own.
class Queens {
   private static int boardSize;
   private static int found;
   private static boolean verbose;

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
      int p = boardSize - 1;
      while (p >= 1 && A[p] > A[p + 1]) p--;
      if (p < 1) {
         reverse(A, 1, boardSize);
         return;
      }
      int s = boardSize;
      while (A[s] < A[p]) s--;
      swap(A, p, s);
      reverse(A, p + 1, boardSize);
   }

   // Each diagonal holds one queen at most: two tables tell which are taken.
   static boolean isSolution(int[] A) {
      boolean[] up = new boolean[2 * boardSize + 1];
      boolean[] down = new boolean[2 * boardSize + 1];
      for (int i = 1; i <= boardSize; i++) {
         if (up[A[i] + i] || down[A[i] - i + boardSize]) return false;
         up[A[i] + i] = down[A[i] - i + boardSize] = true;
      }
      return true;
   }

   public static void main(String[] args) {
      try {
         if (args.length == 1) {
            boardSize = Integer.parseInt(args[0]);
         } else if (args.length == 2 && args[0].equals("-v")) {
            verbose = true;
            boardSize = Integer.parseInt(args[1]);
         } else {
            usage();
         }
      } catch (NumberFormatException e) {
         usage();
      }
      int[] A = new int[boardSize + 1];
      for (int i = 1; i <= boardSize; i++) A[i] = i;
      long f = factorial(boardSize);
      for (long k = 0; k < f; k++) {
         if (isSolution(A)) {
            found++;
            if (verbose) printArray(A);
         }
         nextPermutation(A);
      }
      System.out.println(boardSize + "-Queens has " + found + " solutions");
   }
}
