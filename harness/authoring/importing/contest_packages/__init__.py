"""What problem packages of contests hold besides pairs: settings of judges, groups of cases, programs of the jury."""
