import json
import math
import sys
from fractions import Fraction

with open("variant.json") as file:
    own = json.load(file)
if "--shop" in sys.argv:
    print(own["shop"])
else:
    prices = [Fraction(line.strip()) for line in sys.stdin]
    print(math.ceil(sum(prices) * (1 + Fraction(own["tax"], 100))))
