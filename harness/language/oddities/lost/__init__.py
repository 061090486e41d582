"""What a program computes and then loses: a new value of a parameter, a result that nobody keeps."""
