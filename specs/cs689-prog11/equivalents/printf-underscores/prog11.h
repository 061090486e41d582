/* prog11.h */
#ifndef PROG11
#define PROG11

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <vector>

#define TRUE_MARK  "Q|"
#define FALSE_MARK "_|"

void solveNQueens(const unsigned& n);
void initBoard(std::vector<std::vector<bool> >& board);
bool solveNQueensUtil(std::vector<std::vector<bool> >& board, const unsigned& row);
bool isSafe(const std::vector<std::vector<bool> >& board, const int& row, const int& col);
void printBoard(const std::vector<std::vector<bool> >& board);

#endif
