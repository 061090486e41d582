"""The tools that programs are built and run with: packages, versions, a cache of what they built."""
