// N queens
#ifndef H_PROG11
#define H_PROG11
#include <vector>
void keepSize(int value);
void solveNQueens(const unsigned& n);
void initBoard(std::vector<std::vector<bool>>& board);
bool solveNQueensUtil(std::vector<std::vector<bool>>& board, const unsigned& row);
bool isSafe(const std::vector<std::vector<bool>>& board, const int& row, const int& col);
void printBoard(const std::vector<std::vector<bool>>& board);
#endif
