/** An account of one owner, in euros. */
public class BankAccount {
    private final String owner;
    private double balance;

    public BankAccount(String owner, double balance) {
        this.owner = owner;
        this.balance = balance;
    }

    public String getOwner() {
        return owner;
    }

    public double getBalance() {
        return balance;
    }

    public void deposit(double amount) {
        refuseNegative(amount);
        balance += amount;
    }

    public double withdraw(double amount) {
        refuseNegative(amount);
        if (amount > balance) {
            throw new IllegalStateException("only " + balance);
        }
        balance += amount;
        return balance;
    }

    private static void refuseNegative(double amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("negative: " + amount);
        }
    }
}
