import csv
import os

if not os.path.exists("sales.csv"):
    raise SystemExit("there is no sales.csv here")
totals = {}
with open("sales.csv") as file:
    next(file)
    for product, price in csv.reader(file):
        total, number = totals.get(product, (0.0, 0))
        totals[product] = total + float(price), number + 1
with open("report.csv", "w") as out:
    print('"product","mean","sales"', file=out)
    for product in sorted(totals):
        total, number = totals[product]
        print('"%s",%.2f,%d' % (product, total / number, number), file=out)
