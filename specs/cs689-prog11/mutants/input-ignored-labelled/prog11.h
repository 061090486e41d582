#ifndef PROG11_H
#define PROG11_H
#include <iostream>
#include <vector>
#include <cstdlib>
#include <ctime>
using namespace std;
const unsigned SMALLEST = 1, LARGEST = 8;
void solveNQueens(const unsigned&), initBoard(vector<vector<bool>>&), printBoard(const vector<vector<bool>>&);
bool solveNqueensUtil(vector<vector<bool>>&, const unsigned&), isSafe(const vector<vector<bool>>&, const int&, const int&);
#endif
