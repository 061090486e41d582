"""
Erik Johansson, J884E019
CS 771: 8 queens. Reads input.txt and writes the file "output".
"""


class Queens:
    def __init__(self, text):
        self.rows = [int(word) for word in text.split()]

    def __str__(self):
        return "%d %d %d %d %d %d %d %d" % tuple(self.rows)

    def attacks_of(self, column):
        row = self.rows[column]
        total = -3  # the queen herself is found on each of the three lines
        total += self.rows.count(row)
        total += [r - c for c, r in enumerate(self.rows)].count(row - column)
        total += [r + c for c, r in enumerate(self.rows)].count(row + column)
        return total

    def attacks(self):
        return [self.attacks_of(column) for column in range(8)]

    def try_rows(self, column):
        """Leaves the queen where she was; returns attacks by row."""
        old = self.rows[column]
        result = []
        for self.rows[column] in range(1, 9):
            result.append(self.attacks_of(column))
        self.rows[column] = old
        return result

    def climb(self):
        yield str(self)
        improved = True
        while improved:
            improved = False
            attacks = self.attacks()
            n1 = max(attacks)
            column = -1
            while n1 > 0 and not improved and n1 in attacks[column + 1:]:
                column = attacks.index(n1, column + 1)
                by_row = self.try_rows(column)
                n2 = min(by_row)
                if n2 < n1:
                    self.rows[column] = by_row.index(n2) + 1
                    improved = True
                    yield str(self)
        yield "Failure" if any(self.attacks()) else "Success"


blocks = []
with open("input.txt") as infile:
    for line in infile:
        blocks.append("\n".join(Queens(line).climb()))
with open("output", "w") as outfile:
    outfile.write("\n\n".join(blocks))  # no newline behind the last line
