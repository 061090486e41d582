/** What the program does to parts of arrays. */
final class Subarray {
  private Subarray() {}

  static void swap(int[] a, int i, int j) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }

  static void reverse(int[] a, int i, int j) {
    if (i < j) {
      swap(a, i, j);
      reverse(a, i + 1, j - 1);
    }
  }

  static String format(int[] a) {
    StringBuilder s = new StringBuilder().append('(').append(a[1]);
    for (int i = 2; i < a.length; i++) {
      s.append(", ").append(a[i]);
    }
    return s.append(')').toString();
  }
}
