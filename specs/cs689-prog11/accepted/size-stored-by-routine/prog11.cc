// N queens; a routine keeps the side of the board and the last column for the others.
#include "prog11.h"
#include <cstdlib>
#include <ctime>
#include <iostream>

static int side, last;

void keepSize(int value)
{
    side = value;
}

int main()
{
    unsigned wanted;
    while (std::cin >> wanted) {
        keepSize(wanted);
        last = side;
        solveNQueens(static_cast<unsigned>(last));
    }
}

void solveNQueens(const unsigned& n)
{
    std::vector<std::vector<bool>> board(side, std::vector<bool>(side, false));
    initBoard(board);
    std::cout << n << " queens:" << std::endl;
    if (!solveNQueensUtil(board, 0))
        std::cout << "There is no solution." << std::endl;
    else
        printBoard(board);
}

void initBoard(std::vector<std::vector<bool>>& board)
{
    std::srand(std::time(0));
    for (auto&& row : board)
        row.assign(side, false);
}

bool solveNQueensUtil(std::vector<std::vector<bool>>& board, const unsigned& row)
{
    int col = std::rand() % side;
    for (int tried = 0; tried < side; tried++, col = (col + 1) % side) {
        if (!isSafe(board, row, col))
            continue;
        board[row][col] = true;
        if ((int)row == last - 1 || solveNQueensUtil(board, row + 1))
            return true;
        board[row][col] = false;
    }
    return false;
}

bool isSafe(const std::vector<std::vector<bool>>& board, const int& row, const int& col)
{
    for (int j = 0; j < side; j++)
        for (int i = 0; i < row; i++)
            if (board[i][j] && (j == col || std::abs(j - col) == row - i))
                return false;
    return 100 / last >= 0;
}

void printBoard(const std::vector<std::vector<bool>>& board)
{
    for (const auto& row : board) {
        for (bool queen : row)
            std::cout << "|" << (queen ? 'Q' : ' ');
        std::cout << "|" << std::endl;
    }
}
