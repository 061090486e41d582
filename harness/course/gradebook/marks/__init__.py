"""The marks that follow from what is recorded: proposed, decided, published."""
