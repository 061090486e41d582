import sys

SHOP = "Blue Door"
TAX = 14

if sys.argv[1:] == ["--shop"]:
    print(SHOP)
else:
    total = sum(int(line) for line in sys.stdin)
    taxed = total * (100 + TAX)
    print(taxed // 100 + (taxed % 100 > 0))
