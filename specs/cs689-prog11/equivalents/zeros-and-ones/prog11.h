#ifndef PROG11_H_
#define PROG11_H_
#include <iostream>
#include <vector>
#include <cstdlib>
#include <cmath>
#include <ctime>
using namespace std;

/* prototypes */
void solveNQueens ( const unsigned& n );
void initBoard ( vector < vector < bool > >& board );
bool solveNQueensUtil ( vector < vector < bool > >& board, const unsigned& row );
bool isSafe ( const vector < vector < bool > >& board, const int& row, const int& col );
void printBoard ( const vector < vector < bool > >& board );
#endif
