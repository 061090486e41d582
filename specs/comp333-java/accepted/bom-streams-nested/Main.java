import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The program proper; the puzzle is a class inside. */
public class Main {

	public static void main(String... args) {
		Puzzle.initQueensPositions();
		Puzzle.initStates();
		if (Puzzle.place(0)) {
			IntStream.range(0, Puzzle.n)
				.mapToObj(column -> new Square(column, Puzzle.getQueenPosition(column)))
				.forEach(System.out::println);
		}
	}

	record Square(int column, int row) {
		@Override
		public String toString() {
			return "Queen in column " + column + " is in row " + row;
		}
	}

	static final class Puzzle {
		private static final int n = 8;
		private static int queensPositions[];
		private static int firstUntried[];

		static void initQueensPositions() {
			queensPositions = IntStream.generate(() -> -1).limit(n).toArray();
		}

		static void initStates() {
			firstUntried = IntStream.range(0, n).map(column -> 0).toArray();
		}

		static boolean hasConflict(final int a, final int b, final int bpos) {
			return IntStream.of(-1, 0, 1).anyMatch(slope -> bpos == getQueenPosition(a) + slope * (b - a));
		}

		static boolean hasConflictCumulative(final int b, final int bpos) {
			return !IntStream.range(0, b).noneMatch(a -> hasConflict(a, b, bpos));
		}

		static void setQueenPosition(final int col, final int pos) {
			queensPositions[col] = pos;
		}

		static int getQueenPosition(final int col) {
			return queensPositions[col];
		}

		static String getPositionsSnapshot() {
			return Arrays.stream(queensPositions).mapToObj(Integer::toString).collect(Collectors.joining("/"));
		}

		static int getUntriedPosition(final int col) {
			return firstUntried[col] < n ? firstUntried[col] : -1;
		}

		static void setPositionTried(final int col) {
			++firstUntried[col];
		}

		static void setAllPositionsUntried(final int col) {
			firstUntried[col] = 0;
		}

		/** Each column sets its queen first, and looks whether she may stay then. */
		static boolean place(final int col) {
			if (col == n) {
				return true;
			}
			for (int row = getUntriedPosition(col); row >= 0; row = getUntriedPosition(col)) {
				setQueenPosition(col, row);
				if (!hasConflictCumulative(col, row) && place(col + 1)) {
					return true;
				}
				setPositionTried(col);
			}
			setQueenPosition(col, -1);
			setAllPositionsUntried(col);
			return false;
		}
	}
}
