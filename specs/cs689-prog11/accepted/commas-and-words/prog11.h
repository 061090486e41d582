#ifndef __PROG11_H__
#define __PROG11_H__

#include <iostream>
#include <string>
#include <vector>

typedef std::vector<bool> bool_row;
typedef std::vector<bool_row> bool_board;

extern const std::string NAMES[];

void     solveNQueens     (const unsigned& n);
void     initBoard        (bool_board& b);
bool     solveNQueensUtil (bool_board& b, const unsigned& r);
bool     isSafe           (const bool_board& b, const int& r, const int& c);
void     printBoard       (const bool_board& b);
unsigned random_below     (const unsigned& limit);

#endif
