// Carol Cedar - CSCI 689 - Assignment 11
// Constants and routines of the N Queens Puzzle.

#ifndef PROG11_H
#define PROG11_H

#include <iostream>
#include <vector>

using namespace std;

const char QUEEN = 'Q';   // a square with a queen
const char FREE = '-';    // a square without

void solveNQueens(const unsigned &n);
void initBoard(vector<vector<bool>> &board);
bool solveNQueensUtil(vector<vector<bool>> &board, const unsigned &row);
bool isSafe(const vector<vector<bool>> &board, const int &row, const int &col);
void printBoard(const vector<vector<bool>> &board);

#endif
