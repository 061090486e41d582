/**
 * The search: column by column, with the states of the columns.
 */
public class Search {
    private final State state = new State();

    public static void main(String[] args) {
        Search search = new Search();
        System.out.println(search.run() ? "Solved! " + search.state.getPositionsSnapshot() : "There is no solution");
        System.exit(0);
    }

    private boolean run() {
        state.initQueensPositions();
        state.initStates();
        int current = 0;
        while (true) {
            if (current == state.n) {
                return true;
            }
            if (current == -1) {
                return false;
            }
            if (advance(current)) {
                current++;
            } else {
                state.setAllPositionsUntried(current);
                current--;
            }
        }
    }

    private boolean advance(int column) {
        int row;
        while ((row = state.getUntriedPosition(column)) != -1) {
            state.setPositionTried(column);
            if (!state.hasConflictCumulative(column, row)) {
                state.setQueenPosition(column, row);
                return true;
            }
        }
        return false;
    }
}
