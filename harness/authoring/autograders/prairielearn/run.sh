#!/usr/bin/env bash
# The entry point of the external grader: the student's files lie below /grade/student, this folder is /grade/tests.
set -uo pipefail
root=${GRADE_ROOT:-/grade}
. "$root/tests/settings.sh"
mkdir -p "$root/results"
export LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1

timeout --signal=TERM --kill-after=10 "$SECONDS_AT_MOST" \
  "${GRADE:-grade}" "$root/student" --student student --assignment "$ASSIGNMENT" \
  --specs "$root/tests/course/specs" --require-isolation "$LEAST_ISOLATION" --jobs "$JOBS" \
  --no-gradebook --report "prairielearn:$root/results/results.json" </dev/null
status=$?
case $status in
0 | 1) exit 0 ;;
esac
echo "run.sh: grade ended with exit status $status" >&2
[ -s "$root/results/results.json" ]
