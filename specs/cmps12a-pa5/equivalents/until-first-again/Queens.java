import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;

/** n-Queens without a factorial: goes on until nextPermutation has come back to where it began. */
public class Queens
{
    public static void main(String[] args) throws IOException
    {
        if (args.length < 1 || args.length > 2)
            die();
        if (args.length == 2 && !"-v".equals(args[0]))
            die();
        int n = -1;
        try
        {
            n = Integer.valueOf(args[args.length - 1]);
        }
        catch (NumberFormatException ignored)
        {
            die();
        }
        if (n <= 0)
            die();
        solve(n, args.length == 2);
    }

    static void solve(int n, boolean verbose)
    {
        PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
        int[] A = new int[n + 1];
        for (int i = 0; i <= n; ++i)
            A[i] = i;
        int found = 0;
        do
        {
            if (isSolution(A))
            {
                ++found;
                if (verbose)
                    print(out, A);
            }
            nextPermutation(A);
        }
        while (!ascending(A));
        out.println(n + "-Queens has " + found + " solutions");
        out.close();
    }

    static boolean ascending(int[] A)
    {
        for (int i = 1; i < A.length; ++i)
            if (A[i] != i)
                return false;
        return true;
    }

    public static void nextPermutation(int[] A)
    {
        int p = A.length - 2;
        while (p > 0 && A[p] >= A[p + 1])
            --p;
        if (p > 0)
        {
            int s = A.length - 1;
            while (A[s] <= A[p])
                --s;
            int t = A[s];
            A[s] = A[p];
            A[p] = t;
        }
        // p is 0 here for the last permutation: then the whole array is turned round
        for (int lo = p + 1, hi = A.length - 1; lo < hi; ++lo, --hi)
        {
            int t = A[lo];
            A[lo] = A[hi];
            A[hi] = t;
        }
    }

    public static boolean isSolution(int[] A)
    {
        for (int d = 1; d < A.length - 1; ++d)
            for (int i = 1; i + d < A.length; ++i)
                if (A[i + d] - A[i] == d || A[i] - A[i + d] == d)
                    return false;
        return true;
    }

    static void print(PrintWriter out, int[] A)
    {
        out.print('(');
        for (int i = 1; i < A.length; ++i)
        {
            if (i > 1)
                out.print(", ");
            out.print(A[i]);
        }
        out.println(')');
    }

    static void die()
    {
        System.err.println("Usage: Queens [-v] number");
        System.err.println("Option: -v    verbose output, print all solutions");
        System.exit(2);
    }
}
