// Queens.java
// Bob Baker
// Finds all solutions to n-Queens.

class Queens {

   // print the usage message and quit
   static void Usage() {
      System.out.println("Usage: Queens [-v] number");
      System.out.println("Option: -v    verbose output, print all solutions");
      System.exit(0);
   }

   static long factorial(int n) {
      long f = 1;
      for (int i = 1; i <= n; i++) f *= i;
      return f;
   }

   static void swap(int[] A, int i, int j) {
      int temp = A[i];
      A[i] = A[j];
      A[j] = temp;
   }

   static void reverseArray(int[] A, int i, int j) {
      while (i < j) {
         swap(A, i, j);
         i++;
         j--;
      }
   }

   static void printArray(int[] A) {
      String s = "(";
      for (int i = 1; i < A.length; i++) {
         s += A[i];
         if (i < A.length - 1) s += ", ";
      }
      s += ")";
      System.out.println(s);
   }

   static void nextPermutation(int[] A) {
      int pivot = -1;
      for (int i = A.length - 2; i > 0; i--) {
         if (A[i] < A[i+1]) {
            pivot = i;
            break;
         }
      }
      if (pivot == -1) {
         reverseArray(A, 1, A.length - 1);
         return;
      }
      int succ = A.length - 1;
      while (A[succ] <= A[pivot]) succ--;
      swap(A, pivot, succ);
      reverseArray(A, pivot + 1, A.length - 1);
   }

   static boolean isSolution(int[] A) {
      for (int i = 1; i < A.length; i++)
         for (int j = i + 1; j < A.length; j++)
            if (j - i == A[i] - A[j] || j - i == A[j] - A[i]) return false;
      return true;
   }

   static boolean isNumber(String s) {
      try {
         return Integer.parseInt(s) > 0;
      } catch (NumberFormatException e) {
         return false;
      }
   }

   public static void main(String[] args) {
      int n, count = 0;
      boolean v = false;

      if (args.length == 1 && isNumber(args[0])) {
         n = Integer.parseInt(args[0]);
      } else if (args.length == 2 && args[0].equals("-v") && isNumber(args[1])) {
         v = true;
         n = Integer.parseInt(args[1]);
      } else {
         Usage();
         return;
      }

      int[] A = new int[n+1];
      for (int i = 1; i <= n; i++) A[i] = i;

      long total = factorial(n);
      for (long i = 0; i < total; i++) {
         if (isSolution(A)) {
            if (v) printArray(A);
            count++;
         }
         nextPermutation(A);
      }
      System.out.println(n + "-Queens has " + count + " solutions");
   }
}
