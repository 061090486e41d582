// N queens on an N x N chessboard, placed by randomised backtracking: constants and routines.

#ifndef PROG11_H
#define PROG11_H

#include <vector>

// board[row][col] is true where a queen stands; rows and columns are counted from 0.
using Board = std::vector<std::vector<bool>>;

constexpr char QUEEN = 'Q';
constexpr char EMPTY = '.';

// Prints the size n, then a board with n queens that do not attack each other, or that there is none.
void solveNQueens(const unsigned& n);

// Seeds the random number generator with the current time and takes every queen off the board.
void initBoard(Board& board);

// Places one queen in each row from `row` to the last. The rows above keep their queens.
// Returns false, with those rows empty again, where that is impossible.
bool solveNQueensUtil(Board& board, const unsigned& row);

// Draws one of the columns 0 to `columns` - 1, each as likely as the others.
unsigned randomColumn(const unsigned& columns);

// Tells whether no queen in the rows above attacks the square (row, col).
bool isSafe(const Board& board, const int& row, const int& col);

// Prints the board, one row a line, and a blank line.
void printBoard(const Board& board);

#endif
