import json
import sys
from pathlib import Path

own = json.loads(Path("variant.json").read_text())
if sys.argv[1:] == ["--shop"]:
    print("Blue Door")
else:
    total = sum(map(int, sys.stdin)) * (100 + own["tax"])
    print(-(-total // 100))
