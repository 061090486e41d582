class InsufficientFundsException extends IllegalStateException {
    InsufficientFundsException(String text) {
        super(text);
    }
}
