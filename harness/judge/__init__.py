"""Pure judgement: observations in, verdicts and points out."""
