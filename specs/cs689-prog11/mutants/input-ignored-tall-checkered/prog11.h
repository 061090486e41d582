#ifndef PROG11_H
#define PROG11_H
#include <iostream>
#include <vector>
#include <cstdlib>
#include <ctime>
#include <string>
#include <random>
using namespace std;
extern int N;
void solveNQueens(const unsigned& n);
void initBoard(vector<vector<bool>>& board);
bool solveNQueensUtil(vector<vector<bool>>& board, const unsigned& row);
bool isSafe(const vector<vector<bool>>& board, const int& row, const int& col);
void printBoard(const vector<vector<bool>>& board);
#endif
