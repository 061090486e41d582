#include "prog11.h"

int main()
{
    unsigned n;
    while (cin >> n)
        solveNQueens(n);
}

void solveNQueens(const unsigned& n)
{
    vector<vector<bool>> board(n, vector<bool>(n));
    initBoard(board);
    cout << "Size " << n << endl;
    if (solveNQueensUtil(board, 0))
        printBoard(board);
    else
        cout << "No solution" << endl;
}

void initBoard(vector<vector<bool>>& board)
{
    srand(time(0));
    for (auto& row : board)
        row.assign(row.size(), false);
}

bool solveNQueensUtil(vector<vector<bool>>& board, const unsigned& row)
{
    const unsigned n = board.size(), start = rand() % n;
    for (unsigned i = 0; i < n; i++) {
        const unsigned col = (start + i) % n;
        if (isSafe(board, row, col)) {
            board[row][col] = true;
            if (row == n - 1 || solveNQueensUtil(board, row + 1))
                return true;
            board[row][col] = false;
        }
    }
    return false;
}

bool isSafe(const vector<vector<bool>>& board, const int& row, const int& col)
{
    for (int i = 0; i < row; i++)
        for (int j = 0; j < ssize(board); j++)
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
