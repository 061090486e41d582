#pragma once
#include <iostream>
#include <vector>
#include <cstdlib>
#include <ctime>
using std::vector;
typedef vector<vector<bool>> Board;
void solveNQueens(const unsigned& n);
void initBoard(Board& board);
bool place(Board& board, const unsigned& row);
bool full(Board& board, const unsigned& row);
bool check(const Board& board, const int& row, const int& col);
bool column(const Board& board, const int& row, const int& col);
void printBoard(const Board& board);
