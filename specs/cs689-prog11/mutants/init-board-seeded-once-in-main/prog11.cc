#include "prog11.h"

int main()
{
    unsigned n;
    random_device::result_type seed = time(0);
    srand(seed);
    while (cin >> n)
        solveNQueens(n);
    return 0;
}

void solveNQueens(const unsigned& n)
{
    vector<vector<bool>> board(n, vector<bool>(n));
    initBoard(board);
    cout << endl << "The size of the chessboard is " << n << endl;
    if (solveNQueensUtil(board, 0))
        printBoard(board);
    else
        cout << "There is no solution for this size";
}

void initBoard(vector<vector<bool>>& board)
{

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
        unsigned col = rand() % n;
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
    string rule = "+";
    for (size_t j = 0; j < board.size(); j++) rule += "-----+";
    for (size_t i = 0; i < board.size(); i++) {
        cout << rule << "\n|";
        for (size_t j = 0; j < board.size(); j++) cout << "     |";
        cout << "\n|";
        for (size_t j = 0; j < board.size(); j++) cout << "  " << (board[i][j] ? "*" : " ") << "  |";
        cout << "\n|";
        for (size_t j = 0; j < board.size(); j++) cout << "     |";
        cout << "\n";
    }
    cout << rule;
}
