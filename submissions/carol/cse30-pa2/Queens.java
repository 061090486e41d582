// Carol Weiss
// Queens.java
// Finds the solutions to n-Queens with the table of attacks.

class Queens {

    static void addAttacks(int[][] B, int i, int j, int amount) {
        int n = B.length - 1;
        for (int k = i + 1; k <= n; k++) {
            int d = k - i;
            B[k][j] += amount;
            if (j - d >= 1) B[k][j - d] += amount;
            if (j + d <= n) B[k][j + d] += amount;
        }
    }

    static void placeQueen(int[][] B, int i, int j) {
        B[i][j]++;
        B[i][0] = j;
        addAttacks(B, i, j, -1);
    }

    static void removeQueen(int[][] B, int i, int j) {
        B[i][j]--;
        B[i][0] = 0;
        addAttacks(B, i, j, 1);
    }

    static void printBoard(int[][] B) {
        StringBuilder line = new StringBuilder("(");
        for (int i = 1; i < B.length; i++) {
            if (i > 1) line.append(", ");
            line.append(B[i][0]);
        }
        System.out.println(line.append(")"));
    }

    static int findSolutions(int[][] B, int i, String mode) {
        int n = B.length - 1;
        if (i > n) {
            if (mode.equals("verbose")) printBoard(B);
            return 1;
        }
        int sum = 0;
        for (int j = 1; j <= n; j++) {
            if (B[i][j] == 0) {
                placeQueen(B, i, j);
                sum += findSolutions(B, i + 1, mode);
                removeQueen(B, i, j);
            }
        }
        return sum;
    }

    static void usage() {
        System.err.println("Usage: python3 Queens.py [-v] number");
        System.err.println("Option: -v  verbose output, print all solutions");
        System.exit(1);
    }

    public static void main(String[] args) {
        boolean verbose = args.length == 2 && args[0].equals("-v");
        if (args.length != 1 && !verbose) usage();
        int n = 0;
        try {
            n = Integer.parseInt(args[args.length - 1]);
        } catch (NumberFormatException e) {
            usage();
        }
        int count = findSolutions(new int[n + 1][n + 1], 1, verbose ? "verbose" : "normal");
        System.out.println(n + "-Queens has " + count + " solutions");
    }
}
