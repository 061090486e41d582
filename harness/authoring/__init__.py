"""What only an author of specs uses: goldens, proofs by mutants, mutation."""
