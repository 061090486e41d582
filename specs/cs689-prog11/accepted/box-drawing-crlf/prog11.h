#ifndef BOX_PROG11_H
#define BOX_PROG11_H

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

const string QUEEN = "♛";
const string EMPTY = " ";

void solveNQueens(const unsigned &n);
void initBoard(vector<vector<bool>> &board, const unsigned &n);
bool solveNqueensUtil(vector<vector<bool>> &board, const unsigned &row);
bool isSafe(const vector<vector<bool>> &board, const int &row, const int &col);
void printBoard(const vector<vector<bool>> &board, const unsigned &n);
void printRule(const string &left, const string &middle, const string &right, const unsigned &n);

#endif
