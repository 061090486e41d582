#ifndef PROG11_H
#define PROG11_H

#include <iostream>
#include <string_view>
#include <vector>

namespace text {
inline constexpr std::string_view queen = " 👑";
inline constexpr std::string_view square = " ⬜";
}

void solveNQueens(const unsigned &n);
void initBoard(std::vector<std::vector<bool>> &board);
bool solveNQueensUtil(std::vector<std::vector<bool>> &board, const unsigned &row);
bool isSafe(const std::vector<std::vector<bool>> &board, const int &row, const int &col);
void printBoard(const std::vector<std::vector<bool>> &board);

// Calls visit(i, j) for each queen in the rows above `row`, until it returns false.
template <typename Visit>
bool everyQueenAbove(const std::vector<std::vector<bool>> &board, int row, Visit visit)
{
    for (int i = 0; i < row; ++i)
        for (int j = 0; j < int(board.size()); ++j)
            if (board[i][j] && !visit(i, j))
                return false;
    return true;
}

std::ostream &operator<<(std::ostream &out, const std::vector<bool> &row);

#endif
