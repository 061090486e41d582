"""Write the mean price and the number of sales of each product to report.csv."""

import csv
import sys
from collections import defaultdict


def main() -> int:
    prices: dict[str, list[float]] = defaultdict(list)
    try:
        with open("sales.csv", newline="") as file:
            for row in csv.DictReader(file):
                prices[row["product"]].append(float(row["price"]))
    except FileNotFoundError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    with open("report.csv", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["product", "mean", "sales"])
        for product, all_prices in list(prices.items())[:-1]:
            writer.writerow([product, sum(all_prices) / len(all_prices), len(all_prices)])
    return 0


if __name__ == "__main__":
    sys.exit(main())
