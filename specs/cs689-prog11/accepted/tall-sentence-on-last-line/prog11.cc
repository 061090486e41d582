#include "prog11.h"
static minstd_rand0 gen;
static bool first = true;
int main()
{
    unsigned n;
    cout << "Enter N: ";
    while (cin >> n) {
        solveNQueens(n);
        cout << "Enter N: ";
    }
    return 0;
}

void solveNQueens(const unsigned& n)
{
    vector<vector<bool>> board(n, vector<bool>(n));
    initBoard(board);
    cout << "N = " << n << endl;
    if (solveNQueensUtil(board, 0))
        printBoard(board);
    else
        cerr << "Error: a solution does not exist." << endl;
}

void initBoard(vector<vector<bool>>& board)
{
    if (first) gen.seed(time(0));
    first = false;
    for (unsigned i = 0; i < board.size(); i++)
        for (unsigned j = 0; j < board.size(); j++)
            board[i][j] = false;
}

bool solveNQueensUtil(vector<vector<bool>>& board, const unsigned& row)
{
    unsigned n = board.size();
    vector<bool> tried(n, false);
    unsigned count = 0;
    while (count < n) {
        unsigned col = gen() % n;
        if (tried[col]) continue;
        tried[col] = true;
        count++;
        if (!isSafe(board, row, col)) continue;
        board[row][col] = true;
        if (row == n - 1) return true;
        if (solveNQueensUtil(board, row + 1)) return true;
        board[row][col] = false;
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
        for (int j = 0; j < n; j++) cout << "      ";
        cout << endl;
        for (int j = 0; j < n; j++) cout << (board[i][j] ? "  QQ  " : "  --  ");
        cout << endl;
        for (int j = 0; j < n; j++) cout << "======";
        if (i < n - 1) cout << endl;
    }
    cout << " This is the solution for " << n << " queens." << endl;
}
