#include "prog11.h"

int main()
{
    unsigned n;
    while (cin >> n)
        solveNQueens(n);
    return 0;
}

void solveNQueens(const unsigned& n)
{
    vector<vector<bool>> board(n, vector<bool>(n));
    initBoard(board);
    cout << "Board size: " << n << endl;
    if (solveNQueensUtil(board, 0))
        printBoard(board);
    else
        cout << "No solution exists." << endl;
}

void initBoard(vector<vector<bool>>& board)
{
    srand(time(0));
    for (unsigned i = 0; i < board.size(); i++)
        for (unsigned j = 0; j < board.size(); j++)
            board[i][j] = false;
}

bool solveNQueensUtil(vector<vector<bool>>& board, const unsigned& row)
{
    if (row >= board.size()) return true;
    int start = rand() % board.size();
    for (unsigned k = 0; k < board.size(); k++) {
        int col = (start + k) % board.size();
        if (isSafe(board, row, col)) {
            board[row][col] = true;
            if (solveNQueensUtil(board, row + 1)) return true;
            board[row][col] = false;
        }
    }
    return false;
}

bool isSafe(const vector<vector<bool>>& board, const int& row, const int& col)
{
    for (int i = 0; i < row; i++)
        for (int j = 0; j < (int)board.size(); j++)
            if (board[i][j] && (j == col || abs(row - i) == abs(col - j)))
                return false;
    return true;
}

void printBoard(const vector<vector<bool>>& board)
{
    int n = board.size();
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            cout << "(" << i << "," << j << ")" << (board[i][j] ? "*" : " ") << " ";
        cout << "\n";
    }
}
