import java.util.*;
import java.util.stream.*;

// Keeps the solutions in a list and prints them all in the end.
public class Queens
{
  static List<String> solutions = new LinkedList<String>();

  static Integer number(String s)
  {
    Scanner scanner = new Scanner(s);
    Integer n = scanner.hasNextInt() ? scanner.nextInt() : null;
    return scanner.hasNext() ? null : n;
  }

  static void nextPermutation(int[] A)
  {
    scan:
    {
      for(int pivot = A.length - 2; pivot >= 1; pivot--)
      {
        if(A[pivot] < A[pivot+1])
        {
          int successor = A.length - 1;
          while(A[successor] < A[pivot]) successor--;
          int x = A[pivot]; A[pivot] = A[successor]; A[successor] = x;
          reverse(A, pivot + 1, A.length - 1);
          break scan;
        }
      }
      reverse(A, 1, A.length - 1);
    }
  }

  static void reverse(int[] A, int i, int j)
  {
    int middle = (i + j - 1) / 2;
    for(int k = i; k <= middle; k++)
    {
      int x = A[k]; A[k] = A[i + j - k]; A[i + j - k] = x;
    }
  }

  static boolean isSolution(int[] A)
  {
    for(int i = 1; i < A.length; i++)
    {
      for(int j = i + 1; j < A.length; j++)
      {
        int vertical = A[i] > A[j] ? A[i] - A[j] : A[j] - A[i];
        int horizontal = j - i;
        if(vertical == horizontal) { return false; }
      }
    }
    return true;
  }

  public static void main(String[] args)
  {
    Integer n = null;
    if(args.length == 1) n = number(args[0]);
    if(args.length == 2 && args[0].equals("-v")) n = number(args[1]);
    if(n == null)
    {
      System.err.println(String.join("\n", "Usage: Queens [-v] number", "Option: -v verbose output, print all solutions"));
      System.exit(-1);
    }

    int[] A = IntStream.rangeClosed(0, n).toArray();
    long factorial = LongStream.rangeClosed(1, n).reduce(1, (a, b) -> a * b);
    for(long i = 0; i < factorial; i++)
    {
      if(isSolution(A))
      {
        solutions.add(Arrays.stream(A).skip(1).mapToObj(String::valueOf).collect(Collectors.joining(", ", "(", ")")));
      }
      nextPermutation(A);
    }
    if(args.length == 2) solutions.forEach(System.out::println);
    System.out.println(n + "-Queens has " + solutions.size() + " solutions");
  }
}
