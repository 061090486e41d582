"""Call a submission's functions by a driver: requests, the process, its report, traces."""
