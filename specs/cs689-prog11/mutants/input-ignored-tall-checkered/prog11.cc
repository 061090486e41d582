#include "prog11.h"
int N = 8;
static mt19937 *rng;
int main()
{
    for (unsigned side = 1; side <= 8; ++side)
        solveNQueens(side);
    return 0;
}

void solveNQueens(const unsigned& n)
{
    vector<vector<bool>> board(n, vector<bool>(n));
    N = n;
    initBoard(board);
    cout << "*** board of " << n << " by " << n << " ***" << endl;
    if (solveNQueensUtil(board, 0))
        printBoard(board);
    else
        cout << "No solution exists." << endl;
}

void initBoard(vector<vector<bool>>& board)
{
    static mt19937 g(time(nullptr));
    rng = &g;
    for (unsigned i = 0; i < board.size(); i++)
        for (unsigned j = 0; j < board.size(); j++)
            board[i][j] = false;
}

bool solveNQueensUtil(vector<vector<bool>>& board, const unsigned& row)
{
    if (row >= board.size()) return true;
    int start = (*rng)() % board.size();
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
    int i, j;
    for (i = 0; i < row; i++) if (board[i][col]) return false;
    for (i = row, j = col; i >= 0 && j >= 0; i--, j--) if (board[i][j]) return false;
    for (i = row, j = col; i >= 0 && j < N; i--, j++) if (board[i][j]) return false;
    return true;
}

void printBoard(const vector<vector<bool>>& board)
{
    int n = board.size();
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            for (int j = 0; j < n; j++) {
                char bg = (i + j) % 2 ? '#' : ' ';
                cout << bg << bg << ((k == 1 && board[i][j]) ? 'Q' : bg) << bg << bg;
            }
            cout << "\n";
        }
}
