// Alice Moreau, W482M117
// CS 771, 8-queens by hill climbing: the board

#ifndef BOARD_H
#define BOARD_H

#include <iosfwd>
#include <vector>

class Board {
public:
    static const int SIZE = 8;

    // Reads eight row numbers. Returns false when there are not so many.
    bool read(std::istream &in);

    // The largest number of queens that any one queen attacks (n1 in the handout); 0 is a solution.
    int mostAttacks() const;

    // Makes one move of the hill climbing. Returns false, and moves nothing, when no move is allowed.
    bool step();

private:
    // The queens that queen c would attack if she stood in row r.
    int attacksFrom(int c, int r) const;

    // The row with the fewest attacks for queen c, the smallest one if there are several.
    int bestRow(int c) const;

    // The row of each queen. Columns and rows count from 1, as in the handout; the element 0 is not used.
    std::vector<int> queen = std::vector<int>(SIZE + 1);

    friend std::ostream &operator<<(std::ostream &out, const Board &board);
};

std::ostream &operator<<(std::ostream &out, const Board &board);

#endif
