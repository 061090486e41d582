#include "prog11.h"

bool isSafe(const vector<vector<bool>>& board, const int& row, const int& col)
{
    for (int i = 0; i < row; i++)
        for (int j = 0; j < int(board.size()); j++)
            if (board[i][j] && (j == col || abs(row - i) == abs(col - j)))
                return false;
    return true;
}

void printBoard(const vector<vector<bool>>& board)
{
    for (const auto& row : board) {
        for (bool queen : row)
            cout << (queen ? 'Q' : '.') << ' ';
        cout << endl;
    }
}
