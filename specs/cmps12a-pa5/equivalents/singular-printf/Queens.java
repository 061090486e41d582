// Queens.java
// Prints with printf, says "1 solution", and has three blanks in the usage message.

class Queens {

   static void printUsageAndQuit() {
      System.err.printf("Usage: Queens [-v] number%n");
      System.err.printf("Option: -v   verbose output, print all solutions%n");
      System.exit(1);
   }

   public static void nextPermutation(int[] A) {
      int n = A.length - 1;
      int pivotAt = 0;
      for (int i = n - 1; i >= 1 && pivotAt == 0; i--)
         if (A[i] < A[i + 1]) pivotAt = i;
      if (pivotAt == 0) { flip(A, 1, n); return; }
      int successorAt = 0;
      for (int i = n; successorAt == 0; i--)
         if (A[i] > A[pivotAt]) successorAt = i;
      int pivot = A[pivotAt];
      A[pivotAt] = A[successorAt];
      A[successorAt] = pivot;
      flip(A, pivotAt + 1, n);
   }

   static void flip(int[] A, int from, int to) {
      int[] copy = A.clone();
      for (int i = from; i <= to; i++) A[i] = copy[to - (i - from)];
   }

   public static boolean isSolution(int[] A) {
      int n = A.length - 1;
      int i = 1;
      while (i < n) {
         int j = i + 1;
         while (j <= n) {
            if (A[i] + i == A[j] + j) return false;
            if (A[i] - i == A[j] - j) return false;
            j++;
         }
         i++;
      }
      return true;
   }

   public static void main(String[] args) {
      boolean v = false;
      int n = 0;
      switch (args.length) {
         case 2:
            if (!args[0].equals("-v")) printUsageAndQuit();
            v = true;
            // falls through: the number is last in both cases
         case 1:
            String s = args[args.length - 1];
            if (!s.matches("[0-9]{1,2}")) printUsageAndQuit();
            n = Integer.parseInt(s);
            break;
         default:
            printUsageAndQuit();
      }

      int[] A = new int[n + 1];
      for (int i = 1; i <= n; i++) A[i] = i;
      long permutations = 1;
      for (int i = 2; i <= n; i++) permutations = permutations * i;

      int count = 0;
      for (long p = 0; p < permutations; p++) {
         if (isSolution(A)) {
            count++;
            if (v) {
               for (int i = 1; i <= n; i++) System.out.printf("%s%d", i > 1 ? ", " : "(", A[i]);
               System.out.printf(")%n");
            }
         }
         nextPermutation(A);
      }
      System.out.printf("%d-Queens has %d solution%s%n", n, count, count == 1 ? "" : "s");
   }
}
