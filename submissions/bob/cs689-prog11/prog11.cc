#include "prog11.h"

// Bob Birch, Assignment 11

int main()
{
    unsigned n;
    while (cin >> n) {
        solveNQueens(n);
    }
    return 0;
}

void solveNQueens(const unsigned& n)
{
    vector<vector<bool>> board(n, vector<bool>(n));
    initBoard(board);
    cout << "N = " << n << endl;
    if (solveNQueensUtil(board, 0)) {
        printBoard(board);
    } else {
        cout << "no solution exists" << endl;
    }
    cout << endl;
}

void initBoard(vector<vector<bool>>& board)
{
    srand(time(0));
    for (unsigned i = 0; i < board.size(); i++) {
        for (unsigned j = 0; j < board.size(); j++) {
            board[i][j] = false;
        }
    }
}

bool solveNQueensUtil(vector<vector<bool>>& board, const unsigned& row)
{
    unsigned n = board.size();
    unsigned col = rand() % n;
    for (unsigned i = 0; i < n; i++) {
        if (isSafe(board, row, col)) {
            board[row][col] = true;
            if (row == n - 1 || solveNQueensUtil(board, row + 1)) {
                return true;
            }
            board[row][col] = false;
        }
        col = (col + 1) % n;
    }
    return false;
}

bool isSafe(const vector<vector<bool>>& board, const int& row, const int& col)
{
    int n = board.size();
    for (int i = 0; i < row; i++) {
        for (int j = 0; j < n; j++) {
            if (board[i][j]) {
                if (j == col) {
                    return false;
                }
                // the diagonal
                if (row + col == i + j) {
                    return false;
                }
            }
        }
    }
    return true;
}

void printBoard(const vector<vector<bool>>& board)
{
    for (unsigned i = 0; i < board.size(); i++) {
        for (unsigned j = 0; j < board.size(); j++) {
            cout << board[i][j] << " ";
        }
        cout << endl;
    }
}
