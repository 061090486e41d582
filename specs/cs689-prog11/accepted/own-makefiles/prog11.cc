#include "prog11.h"

int main()
{
    cout << "N queens, N from 1 to 8.\n";
    for (unsigned n; cout << "Enter N (1-8): ", cin >> n;)
        solveNQueens(n);
    cout << "\nGood bye, and thanks for no more than eight queens!\n";
}

void solveNQueens(const unsigned& n)
{
    vector<vector<bool>> board(n, vector<bool>(n, false));
    initBoard(board);
    cout << "size = " << n << "\n\n";
    const bool solved = solveNQueensUtil(board, 0);
    if (solved)
        printBoard(board);
    if (!solved)
        cout << "It is impossible: a solution could not be found!\n";
    cout << "\n";
}

void initBoard(vector<vector<bool>>& board)
{
    std::srand(std::time(0));
    for (auto& row : board)
        for (auto square : row)     // a proxy: this clears the square itself
            square = false;
}

bool placeAndGoOn(vector<vector<bool>>& board, const unsigned& row, const unsigned& col)
{
    if (!isSafe(board, row, col))
        return false;
    board[row][col] = true;
    if (row == board.size() - 1 || solveNQueensUtil(board, row + 1))
        return true;
    return board[row][col] = false;
}

bool solveNQueensUtil(vector<vector<bool>>& board, const unsigned& row)
{
    const unsigned start = std::rand() / (RAND_MAX / board.size() + 1);
    for (unsigned col = start; col < board.size(); col++)
        if (placeAndGoOn(board, row, col))
            return true;
    for (unsigned col = 0; col < start; col++)
        if (placeAndGoOn(board, row, col))
            return true;
    return false;
}

bool isSafe(const vector<vector<bool>>& board, const int& row, const int& col)
{
    for (int i = 0; i < row; i++) {
        const int reach = row - i, size = board.size();
        for (int j : {col - reach, col, col + reach})
            if (j >= 0 && j < size && board[i][j])
                return false;
    }
    return true;
}

void printBoard(const vector<vector<bool>>& board)
{
    for (const auto& row : board) {
        for (const bool queen : row)
            cout << char(queen ? Taken : Free);
        cout << '\n';
    }
}
