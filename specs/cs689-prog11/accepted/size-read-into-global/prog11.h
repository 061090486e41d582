#ifndef PROG11_H
#define PROG11_H

#include <iostream>
#include <vector>
#include <cstdlib>
#include <ctime>

using namespace std;

void solveNQueens(const unsigned& n);
bool solveNQueensUtil(vector<vector<bool>>& board, const unsigned& row);
bool isSafe(const vector<vector<bool>>& board, const int& row, const int& col);
void initBoard(vector<vector<bool>>& board);
void printBoard(const vector<vector<bool>>& board);

#endif
