import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

interface Positions {
    void initQueensPositions();

    boolean hasConflict(int a, int b, int bpos);

    boolean hasConflictCumulative(int b, int bpos);

    void setQueenPosition(int col, int pos);

    int getQueenPosition(int col);

    String getPositionsSnapshot();
}

interface Tries {
    void initStates();

    int getUntriedPosition(int col);

    void setPositionTried(int col);

    void setAllPositionsUntried(int col);
}

class Puzzle implements Positions, Tries {
    static final int NONE = -1;
    int n = 8;
    int[] queensPositions = {};
    int[] firstUntried = {};

    @Override
    public void initQueensPositions() {
        queensPositions = IntStream.generate(() -> NONE).limit(n).toArray();
    }

    @Override
    public boolean hasConflict(int a, int b, int bpos) {
        final var across = b - a;
        final var down = Math.abs(bpos - getQueenPosition(a));
        return switch (down) {
            case 0 -> true;
            default -> down == across;
        };
    }

    @Override
    public boolean hasConflictCumulative(int b, int bpos) {
        IntPredicate attacked = a -> hasConflict(a, b, bpos);
        return IntStream.range(0, b).anyMatch(attacked);
    }

    @Override
    public void setQueenPosition(int col, int pos) {
        queensPositions[col] = pos;
    }

    @Override
    public int getQueenPosition(int col) {
        return queensPositions[col];
    }

    @Override
    public String getPositionsSnapshot() {
        return IntStream.of(queensPositions).mapToObj(Integer::toString).collect(Collectors.joining(", ", "{ ", " }"));
    }

    @Override
    public void initStates() {
        firstUntried = new int[n];
    }

    @Override
    public int getUntriedPosition(int col) {
        return firstUntried[col] == n ? NONE : firstUntried[col];
    }

    @Override
    public void setPositionTried(int col) {
        firstUntried[col]++;
    }

    @Override
    public void setAllPositionsUntried(int col) {
        firstUntried[col] = 0;
    }

    Optional<String> solve() {
        initQueensPositions();
        initStates();
        var col = 0;
        search:
        while (col < n) {
            for (int pos; (pos = getUntriedPosition(col)) != NONE;) {
                setPositionTried(col);
                if (!hasConflictCumulative(col, pos)) {
                    setQueenPosition(col++, pos);
                    continue search;
                }
            }
            setQueenPosition(col, NONE);
            setAllPositionsUntried(col--);
            if (col < 0) {
                return Optional.empty();
            }
        }
        return Optional.of(getPositionsSnapshot());
    }
}

class App {
    public static void main(final String[] args) {
        System.out.println(new Puzzle().solve().map(s -> "Solution 1: " + s).orElse("no solution"));
    }
}
