#include "board.h"

#include <algorithm>
#include <cstdlib>
#include <istream>
#include <ostream>

bool Board::read(std::istream &in)
{
    for (int c = 1; c <= SIZE; c++)
        if (!(in >> queen[c]))
            return false;
    return true;
}

int Board::attacksFrom(int c, int r) const
{
    int attacks = 0;
    for (int other = 1; other <= SIZE; other++) {
        if (other == c)
            continue;
        if (queen[other] == r || std::abs(queen[other] - r) == std::abs(other - c))
            attacks++;
    }
    return attacks;
}

int Board::mostAttacks() const
{
    int most = 0;
    for (int c = 1; c <= SIZE; c++)
        most = std::max(most, attacksFrom(c, queen[c]));
    return most;
}

int Board::bestRow(int c) const
{
    int best = 1;
    for (int r = 2; r <= SIZE; r++)
        if (attacksFrom(c, r) < attacksFrom(c, best))
            best = r;
    return best;
}

bool Board::step()
{
    const int n1 = mostAttacks();
    if (n1 == 0)
        return false;

    // Only queens with n1 attacks may move; the first one that gets fewer does.
    for (int c = 1; c <= SIZE; c++) {
        if (attacksFrom(c, queen[c]) != n1)
            continue;
        const int row = bestRow(c);
        const int n2 = attacksFrom(c, row);
        if (n2 < n1) {
            queen[c] = row;
            return true;
        }
    }
    return false;
}

std::ostream &operator<<(std::ostream &out, const Board &board)
{
    out << board.queen[1];
    for (int c = 2; c <= Board::SIZE; c++)
        out << ' ' << board.queen[c];
    return out;
}
