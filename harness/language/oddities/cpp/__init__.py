"""What is odd in C and C++ alone: reads without a test, columns that are drawn and not kept."""
