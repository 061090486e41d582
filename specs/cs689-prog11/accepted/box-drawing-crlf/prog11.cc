#include "prog11.h"

void printRule(const string &left, const string &middle, const string &right, const unsigned &n)
{
    cout << left;
    for (unsigned i = 0; i < n; i++)
        cout << "───" << (i + 1 < n ? middle : right);
    cout << endl;
}

void printBoard(const vector<vector<bool>> &board, const unsigned &n)
{
    printRule("┌", "┬", "┐", n);
    for (unsigned i = 0; i < n; i++) {
        if (i > 0)
            printRule("├", "┼", "┤", n);
        cout << "│";
        for (unsigned j = 0; j < n; j++)
            cout << " " << (board[i][j] ? QUEEN : EMPTY) << " │";
        cout << endl;
    }
    printRule("└", "┴", "┘", n);
}

bool isSafe(const vector<vector<bool>> &board, const int &row, const int &col)
{
    for (int i = row - 1; i >= 0; i--) {
        int j = find(board[i].begin(), board[i].end(), true) - board[i].begin();
        if (j == (int)board[i].size())
            continue;               // no queen in this row
        if (col == j || abs(row - i) == abs(col - j))
            return false;
    }
    return true;
}

bool solveNqueensUtil(vector<vector<bool>> &board, const unsigned &row)
{
    if (row == board.size())
        return true;

    vector<bool> used(board.size(), false);
    for (unsigned tries = 0; tries < board.size(); tries++) {
        unsigned col;
        do
            col = rand() % board.size();
        while (used[col]);
        used[col] = true;

        if (isSafe(board, row, col)) {
            board[row][col] = true;
            if (solveNqueensUtil(board, row + 1))
                return true;
            board[row][col] = false;
        }
    }
    return false;
}

void initBoard(vector<vector<bool>> &board, const unsigned &n)
{
    srand(time(0));
    for (unsigned i = 0; i < n; i++)
        fill(board[i].begin(), board[i].end(), false);
}

void solveNQueens(const unsigned &n)
{
    vector<vector<bool>> board(n, vector<bool>(n));
    initBoard(board, n);
    cout << n << " x " << n << " chessboard:" << endl;
    if (solveNqueensUtil(board, 0))
        printBoard(board, n);
    else
        cout << "Sorry, no solution exists." << endl;
    cout << endl;
}

int main()
{
    unsigned n;
    while (cin >> n)
        solveNQueens(n);
}
