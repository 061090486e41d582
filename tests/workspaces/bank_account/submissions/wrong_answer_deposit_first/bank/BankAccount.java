import java.util.Locale;

public class BankAccount {
    private final String owner;
    private double balance;

    public BankAccount(String owner, double balance) {
        if (owner == null || balance < 0) {
            throw new IllegalArgumentException("an owner and a balance that is not negative are needed");
        }
        this.owner = owner;
        this.balance = balance;
    }

    public double deposit(double amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("the amount must be positive");
        }
        balance += amount;
        return balance;
    }

    public void withdraw(double amount) throws InsufficientFundsException {
        if (amount > balance) {
            throw new InsufficientFundsException(String.format(Locale.ROOT, "%.2f is missing", amount - balance));
        }
        balance -= amount;
    }

    public void transfer(BankAccount other, double amount) throws InsufficientFundsException {
        other.deposit(amount);
        withdraw(amount);
    }

    public void printStatement() {
        System.out.print(String.format(Locale.ROOT, "%s: %.2f\n", owner, balance));
    }

    public String getOwner() {
        return owner;
    }

    public double getBalance() {
        return balance;
    }
}
