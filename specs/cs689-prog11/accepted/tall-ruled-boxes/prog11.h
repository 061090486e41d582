#pragma once
// CSCI 689, program 11
#include <algorithm>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <numeric>
#include <random>
#include <string>
#include <vector>

using std::vector;
using Board = vector<vector<bool>>;

extern std::mt19937 rng;

void solveNQueens(const unsigned& n);
void initBoard(Board& board);
bool solveNqueensUtil(Board& board, const unsigned& row);
bool isSafe(const Board& board, const int& row, const int& col);
void printBoard(const Board& board);
std::string line(std::size_t n);
