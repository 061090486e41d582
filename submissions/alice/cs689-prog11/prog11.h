/***************************************************************
 * Alice Almond       CSCI 689/1       Program 11
 *
 * Header file: declarations for the N Queens Puzzle.
 ***************************************************************/
#ifndef ALICE_PROG11_H
#define ALICE_PROG11_H

#include <cstdlib>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

#define CELL_WIDTH 4   // characters of a square, its left border included

void solveNQueens ( const unsigned& n );
void initBoard ( vector < vector < bool > >& board );
bool solveNqueensUtil ( vector < vector < bool > >& board, const unsigned& row );
bool isSafe ( const vector < vector < bool > >& board, const int& row, const int& col );
void printBoard ( const vector < vector < bool > >& board );
void printLine ( const size_t& n );

#endif
