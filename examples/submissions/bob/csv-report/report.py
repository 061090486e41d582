totals, counts = {}, {}
for line in open("sales.csv").readlines()[1:]:
    product, price = line.split(",")
    totals[product] = totals.get(product, 0) + int(float(price))
    counts[product] = counts.get(product, 0) + 1
with open("report.csv", "w") as out:
    out.write("product,mean,sales\n")
    for product in totals:
        out.write(f"{product},{totals[product] / counts[product]},{counts[product]}\n")
