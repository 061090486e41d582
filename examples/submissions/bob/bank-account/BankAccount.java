public class BankAccount {
    private String owner;
    private double balance;

    public BankAccount(String owner, double balance) {
        this.owner = owner;
        this.balance = balance;
    }

    public String getOwner() { return owner; }
    public double getBalance() { return balance; }
    public void deposit(double amount) { balance = balance + amount; }

    public double withdraw(double amount) {
        if (amount > balance) {
            System.out.println("Not enough money!");
            return balance;
        }
        balance = balance - amount;
        return balance;
    }
}
