"""How a submission is built and started: recipes, ``submission.yaml``, programs that prove a spec."""
