// All of the input is read before the first board is drawn; blanks are the empty squares.
#ifndef PROG11_H
#define PROG11_H

#include <iosfwd>
#include <vector>

struct Marks {
    static const char queen = 'Q';
    static const char none = ' ';
};

void solveNQueens(const unsigned& n);
void initBoard(std::vector<std::vector<bool>>& board);
bool solveNqueensUtil(std::vector<std::vector<bool>>& board, const unsigned& row);
bool solveNQueensUtil(std::vector<std::vector<bool>>& board, const unsigned& row);
bool isSafe(const std::vector<std::vector<bool>>& board, const int& row, const int& col);
void printBoard(const std::vector<std::vector<bool>>& board);
std::vector<unsigned> readSizes(std::istream& in);

#endif
