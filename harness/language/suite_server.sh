# Starts one program after the other, until the tests are over, and says how each ended. The statuses are SuiteServer's.
programs=0
while [ "$programs" -lt 200 ]; do
  programs=$((programs + 1))
  "$@"
  status=$?
  case $status in
  196) exit 0 ;;
  197) end='"limit":"cpu"' ;;
  198) end='"limit":"wall"' ;;
  199) end='"limit":"memory"' ;;
  *) if [ "$status" -gt 128 ]; then end="\"signal\":$((status - 128))"; else end="\"status\":$status"; fi ;;
  esac
  printf '\n{"ended":{%s}}\n' "$end"
done
