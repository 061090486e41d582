import java.util.*;

public class Solution {
    private static int numbers;

    static int twice(int n) {
        return 2 * n;
    }

    static double half(double x) {
        return x / 2;
    }

    static boolean negate(boolean b) {
        return !b;
    }

    static String greet(String name) {
        return "hello, " + name;
    }

    static void shout(String text) {
        System.out.print(text.toUpperCase() + "\n");
    }

    static void sort_numbers(int[] a, int n) {
        Arrays.sort(a, 0, n);
    }

    static double total(double[] values, int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += values[i];
        }
        return sum;
    }

    static String find_name(int n) {
        return n == 0 ? null : "Ada";
    }

    static int next_number() {
        return ++numbers;
    }

    static List<Integer> squares(int[] values) {
        List<Integer> squares = new ArrayList<>();
        for (int value : values) {
            squares.add(value * value);
        }
        return squares;
    }

    static Set<Integer> distinct(List<Integer> values) {
        return new HashSet<>(values);
    }

    static Map<String, Integer> lengths(List<String> words) {
        Map<String, Integer> lengths = new HashMap<>();
        for (String word : words) {
            lengths.put(word, word.length());
        }
        return lengths;
    }

    static Map<Integer, Integer> tally(int[] values) {
        Map<Integer, Integer> tally = new TreeMap<>();
        for (int value : values) {
            tally.merge(value, 1, Integer::sum);
        }
        return tally;
    }

    static int largest_key(TreeMap<Integer, Integer> counts) {
        return counts.lastKey();
    }

    static Object[] both(int n, String text) {
        return new Object[] {n, text};
    }

    static byte[] raw() {
        return new byte[] {'a', (byte) 0xff, 0};
    }

    static int fail(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("negative: " + n);
        }
        return n;
    }
}

class InsufficientFunds extends Exception {
    InsufficientFunds(String message) {
        super(message);
    }
}

class Account {
    private static int opened;
    private final String owner;
    private double balance;

    Account(String owner, double balance) {
        if (balance < 0) {
            throw new IllegalArgumentException("negative");
        }
        this.owner = owner;
        this.balance = balance;
        opened++;
    }

    double deposit(double amount) {
        return balance += amount;
    }

    void withdraw(double amount) throws InsufficientFunds {
        if (amount > balance) {
            throw new InsufficientFunds("only " + balance);
        }
        balance -= amount;
    }

    void transfer(Account other, double amount) throws InsufficientFunds {
        withdraw(amount);
        other.deposit(amount);
    }

    static Account richest(List<Account> accounts) {
        return Collections.max(accounts, Comparator.comparingDouble(account -> account.balance));
    }

    static int count() {
        return opened;
    }
}
