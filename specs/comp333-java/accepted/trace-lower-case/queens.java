// method names spelt as in the web page of the handout
class queens {
	static int n = 8;
	static int [] queensPositions;
	static int [] firstUntried;

	static void initqueenspositions() {
		queensPositions = new int[n];
		for (int c = 0; c < n; c++) queensPositions[c] = -1;
	}
	static boolean hasconflict(int a, int b, int bpos) {
		int apos = getqueenposition(a);
		int rowdiff = bpos > apos ? bpos - apos : apos - bpos;
		return rowdiff == 0 || rowdiff == b - a;
	}
	static boolean hasconflictcumulative(int b, int bpos) {
		for (int a = b - 1; a >= 0; a--) if (hasconflict(a, b, bpos)) return true;
		return false;
	}
	static void setqueenposition(int col, int pos) { queensPositions[col] = pos; }
	static int getqueenposition(int col) { return queensPositions[col]; }
	static String getpositionssnapshot() {
		String s = "{";
		for (int c = 0; c < n; c++) { s = s + " " + queensPositions[c]; if (c < n - 1) s = s + ","; }
		return s + " }";
	}
	static void initstates() { firstUntried = new int[n]; for (int c = 0; c < n; c++) firstUntried[c] = 0; }
	static int getuntriedposition(int col) { if (firstUntried[col] == n) return -1; return firstUntried[col]; }
	static void setpositiontried(int col) { firstUntried[col]++; }
	static void setallpositionsuntried(int col) { firstUntried[col] = 0; }

	public static void main(String args[]) {
		initqueenspositions();
		initstates();
		int c = 0;
		do {
			int r = getuntriedposition(c);
			if (r == -1) {
				setallpositionsuntried(c);
				c = c - 1;
				if (c >= 0) setqueenposition(c, -1);
				System.out.println("back to column " + c + " " + getpositionssnapshot());
			} else {
				setpositiontried(c);
				if (hasconflictcumulative(c, r)) {
					System.out.println("column " + c + " row " + r + " conflict");
				} else {
					setqueenposition(c, r);
					System.out.println("column " + c + " row " + r + " ok " + getpositionssnapshot());
					c = c + 1;
				}
			}
		} while (c >= 0 && c < n);
		System.out.println("done: " + getpositionssnapshot());
	}
}
