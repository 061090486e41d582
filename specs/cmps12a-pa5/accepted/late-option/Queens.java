import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Takes the option before or behind the number. */
class Queens {

	private static final String[] USAGE = {
		"Usage: Queens [-v] number",
		"Option: -v    verbose output, print all solutions",
	};

	public static void main(String[] args) {
		List<String> words = new ArrayList<>(Arrays.asList(args));
		boolean verbose = words.remove("-v");
		if (words.size() != 1 || !isNumber(words.get(0))) {
			for (String line : USAGE) {
				System.err.println(line);
			}
			System.exit(64);
		}
		new Queens(Integer.parseInt(words.get(0))).solve(verbose);
	}

	private static boolean isNumber(String word) {
		return !word.isEmpty() && word.chars().allMatch(c -> '0' <= c && c <= '9');
	}

	private final int n;
	private final int[] A;

	private Queens(int n) {
		this.n = n;
		this.A = new int[n + 1];
		Arrays.setAll(A, i -> i);
	}

	private void solve(boolean verbose) {
		int count = 0;
		long left = factorial();
		while (true) {
			if (isSolution(A)) {
				count++;
				if (verbose) {
					System.out.println(this);
				}
			}
			if (--left == 0) {
				break;                  // the last one needs no successor
			}
			nextPermutation(A);
		}
		System.out.println(n + "-Queens has " + count + " solutions");
	}

	private long factorial() {
		long f = 1;
		for (int i = n; i > 1; i--) {
			f *= i;
		}
		return f;
	}

	@Override
	public String toString() {
		String list = Arrays.toString(Arrays.copyOfRange(A, 1, n + 1));
		return '(' + list.substring(1, list.length() - 1) + ')';
	}

	static void nextPermutation(int[] A) {
		int pivot = -1;
		for (int i = A.length - 1; i > 1; i--) {
			if (A[i - 1] < A[i]) {
				pivot = i - 1;
				break;
			}
		}
		if (pivot == -1) {
			reverse(A, 1, A.length);
			return;
		}
		for (int i = A.length - 1; ; i--) {
			if (A[i] > A[pivot]) {
				A[i] ^= A[pivot];
				A[pivot] ^= A[i];
				A[i] ^= A[pivot];
				break;
			}
		}
		reverse(A, pivot + 1, A.length);
	}

	/** Reverses from "from" up to, not including, "to". */
	static void reverse(int[] A, int from, int to) {
		while (from < --to) {
			int kept = A[from];
			A[from++] = A[to];
			A[to] = kept;
		}
	}

	static boolean isSolution(int[] A) {
		int n = A.length - 1;
		for (int i = n; i >= 2; i--) {
			for (int j = i - 1; j >= 1; j--) {
				if (Math.abs(A[i] - A[j]) == Math.abs(i - j)) {
					return false;
				}
			}
		}
		return true;
	}
}
