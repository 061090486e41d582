//-----------------------------------------------------------------------------
//  Queens.java
//  Lists or counts the solutions to n-Queens. Written on another system: the
//  lines of this file end in CR LF.
//-----------------------------------------------------------------------------

class Queens
{
	static String tuple(int[] A)
	{
		String text = "(" + A[1];
		for (int i = 2; i < A.length; i++)
			text += ", " + A[i];
		return text + ")";
	}

	static void swap(int[] A, int i, int j)
	{
		A[0] = A[i];          // A[0] is free, so it holds the element meanwhile
		A[i] = A[j];
		A[j] = A[0];
	}

	static void reverse(int[] A, int i, int j)
	{
		for (int k = 0; k < (j - i + 1) / 2; k++)
			swap(A, i + k, j - k);
	}

	static void nextPermutation(int[] A)
	{
		int n = A.length - 1;
		boolean found = false;
		int i, j;

		for (i = n - 1; i >= 1 && !found; i--)
			if (A[i] < A[i + 1])
				found = true;
		i++;                      // the loop has gone one too far
		if (!found)
		{
			reverse(A, 1, n);
			return;
		}
		for (j = n; A[j] < A[i]; j--)
			;
		swap(A, i, j);
		reverse(A, i + 1, n);
	}

	static boolean isSolution(int[] A)
	{
		for (int i = 1; i <= A.length - 2; i++)
			for (int j = i + 1; j <= A.length - 1; j++)
				if (Math.max(A[i], A[j]) - Math.min(A[i], A[j]) == j - i)
					return false;
		return true;
	}

	public static void main(String[] args)
	{
		int n = 0;
		boolean verbose = false;

		if (args.length == 2 && args[0].compareTo("-v") == 0)
			verbose = true;
		else if (args.length != 1)
			printUsage();

		String word = verbose ? args[1] : args[0];
		if (word.equals(""))
			printUsage();
		for (int i = 0; i < word.length(); i++)
			if (!Character.isDigit(word.charAt(i)))
				printUsage();
		n = Integer.parseInt(word);

		double fact = 1;
		int[] A = new int[n + 1];
		for (int i = 1; i <= n; i++)
		{
			A[i] = i;
			fact *= i;
		}

		int count = 0;
		for (double k = 0; k < fact; k++)
		{
			if (isSolution(A))
			{
				if (verbose)
					System.out.println(tuple(A));
				count++;
			}
			nextPermutation(A);
		}
		System.out.println(n + "-Queens has " + count + " solutions");
	}

	static void printUsage()
	{
		System.err.println("Usage: Queens [-v] number");
		System.err.println("Option: -v    verbose output, print all solutions");
		System.exit(0);
	}
}
