"""Hostile programs and submissions, and what must become of each. None is ever run outside a sandbox.

``battery.yaml`` holds single programs that attack the isolation; it says at its beginning how an attack is written.
``submissions.yaml`` holds whole submissions that attack what the grader asks and believes. An entry adds an attack.

How they are run; as root the attacks of a plain user are run too:

- ``pytest tests/sandbox/isolation/test_isolation.py``: the battery at every level that this machine gives, one test
  for each attack and level; ``-k fork-bomb-A`` runs one of them.
- ``pytest tests/grading/schedule/test_hostile.py``: the hostile submissions.
- ``python -m tests.attacks``: both, with the tables of their counts; at level A only with ``A`` after it.

Never start the code in the YAML documents by hand: much of it fills disks, kills processes or forks for ever. It is run
only in what ``levels`` gives, and that gives no isolation that has not been probed.
"""
