#ifndef PROG11_H
#define PROG11_H

#include <cstdlib>
#include <ctime>
#include <iostream>
#include <vector>

using std::cin;
using std::cout;
using std::vector;

enum Mark : char { Free = '-', Taken = '*' };

void solveNQueens(const unsigned& n);
void initBoard(vector<vector<bool>>& board);
bool solveNQueensUtil(vector<vector<bool>>& board, const unsigned& row);
bool placeAndGoOn(vector<vector<bool>>& board, const unsigned& row, const unsigned& col);
bool isSafe(const vector<vector<bool>>& board, const int& row, const int& col);
void printBoard(const vector<vector<bool>>& board);

#endif
