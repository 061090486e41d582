import java.util.Optional;

/** n-Queens für Fortgeschrittene: everything but main is private, the command line is a record. */
public final class Queens {

  private enum Mode { NORMAL, VERBOSE }

  private record Task(Mode mode, int n) {

    static Optional<Task> of(String[] args) {
      Mode mode = args.length == 2 && "-v".equals(args[0]) ? Mode.VERBOSE : Mode.NORMAL;
      if (args.length != 1 + mode.ordinal()) {
        return Optional.empty();
      }
      try {
        return Optional.of(new Task(mode, Integer.parseInt(args[mode.ordinal()]))).filter(task -> task.n > 0);
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }
  }

  public static void main(String[] args) {
    Task.of(args).ifPresentOrElse(Queens::perform, Queens::usage);
  }

  private static void usage() {
    System.err.println("""
        Usage: Queens [-v] number
        Option: -v    verbose output, print all solutions""");
  }

  private static void perform(Task task) {
    var board = new int[task.n + 1];
    var left = 1L;
    for (var i = 1; i <= task.n; i++) {
      left *= board[i] = i;
    }
    var count = 0;
    for (; left > 0; left--, nextPermutation(board)) {
      if (!isSolution(board)) {
        continue;
      }
      count++;
      if (task.mode == Mode.VERBOSE) {
        System.out.println(row(board));
      }
    }
    System.out.println("%d-Queens has %d solutions".formatted(task.n, count));
  }

  private static String row(int[] board) {
    var joined = new java.util.StringJoiner(", ", "(", ")");
    for (var i = 1; i < board.length; i++) {
      joined.add(Integer.toString(board[i]));
    }
    return joined.toString();
  }

  private static void nextPermutation(int[] A) {
    var pivot = A.length - 2;
    while (pivot >= 1 && A[pivot] > A[pivot + 1]) {
      pivot--;
    }
    if (pivot >= 1) {
      var successor = A.length - 1;
      while (A[successor] < A[pivot]) {
        successor--;
      }
      swap(A, pivot, successor);
      reverse(A, pivot + 1);
    } else {
      reverse(A, 1);
    }
  }

  private static void reverse(int[] A, int from) {
    for (int i = from, j = A.length - 1; i < j; swap(A, i++, j--)) { }
  }

  private static void swap(int[] A, int i, int j) {
    var kept = A[i];
    A[i] = A[j];
    A[j] = kept;
  }

  private static boolean isSolution(int[] A) {
    for (var j = 2; j < A.length; j++) {
      for (var i = 1; i < j; i++) {
        if (j - i == Math.abs(A[j] - A[i])) {
          return false;
        }
      }
    }
    return true;
  }
}
