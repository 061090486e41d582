// prog11.h - N queens, drawn the way chess players number a board.
#ifndef CHESS_PROG11_H
#define CHESS_PROG11_H

#include <random>
#include <vector>

using Row = std::vector<bool>;
using Chessboard = std::vector<Row>;

inline constexpr char kQueen = 'X';
inline constexpr char kLight = '.';
inline constexpr char kDark = ':';

auto generator() -> std::minstd_rand&;
auto solveNQueens(const unsigned& n) -> void;
auto initBoard(Chessboard& board) -> void;
auto solveNqueensUtil(Chessboard& board, const unsigned& row) -> bool;
auto isSafe(const Chessboard& board, const int& row, const int& col) -> bool;
auto printBoard(const Chessboard& board) -> void;

#endif
