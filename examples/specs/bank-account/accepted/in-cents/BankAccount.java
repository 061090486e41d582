public class BankAccount {
    private final String name;
    private long cents;

    public BankAccount(String name, double balance) {
        this.name = name;
        cents = Math.round(balance * 100);
    }

    public String getOwner() { return name; }
    public double getBalance() { return cents / 100.0; }

    public void deposit(double amount) {
        if (amount < 0) throw new IllegalArgumentException();
        cents += Math.round(amount * 100);
    }

    public double withdraw(double amount) {
        if (amount < 0) throw new IllegalArgumentException();
        long wanted = Math.round(amount * 100);
        if (wanted > cents) throw new IllegalStateException();
        cents -= wanted;
        return getBalance();
    }
}
