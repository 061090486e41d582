/*
 * N queens puzzle
 * Section 2
 */
#include "prog11.h"

#include <cstdlib>
#include <ctime>
#include <random>

using namespace std;

static mt19937 rng(random_device{}());

ostream &operator<<(ostream &out, const vector<bool> &row)
{
    for (bool queen : row)
        out << (queen ? text::queen : text::square);
    return out << '\n';
}

void printBoard(const vector<vector<bool>> &board)
{
    for (const auto &row : board)
        cout << row;
}

void initBoard(vector<vector<bool>> &board)
{
    rng = mt19937(time(0));
    for (auto &row : board)
        row = vector<bool>(row.size(), false);
}

bool isSafe(const vector<vector<bool>> &board, const int &row, const int &col)
{
    return everyQueenAbove(board, row, [=](int i, int j) {
        return j != col && abs(row - i) != abs(col - j);
    });
}

bool solveNQueensUtil(vector<vector<bool>> &board, const unsigned &row)
{
    uniform_int_distribution<int> any(0, int(board.size()) - 1);
    vector<bool> failed(board.size());
    for (size_t count = 0; count < failed.size();) {
        const int col = any(rng);
        if (failed[col])
            continue;
        failed[col] = true;
        ++count;
        if (!isSafe(board, row, col))
            continue;
        board[row][col] = true;
        const bool last = row + 1 == board.size();
        if (last || solveNQueensUtil(board, row + 1))
            return true;
        board[row] = vector<bool>(board.size());
    }
    return false;
}

void solveNQueens(const unsigned &n)
{
    vector board(n, vector<bool>(n));
    initBoard(board);
    cout << "N:" << n << '\n';
    if (auto found = solveNQueensUtil(board, 0); found)
        printBoard(board);
    else
        cout << "Nothing found: no placement is safe\n";
}

int main()
{
    ios_base::sync_with_stdio(false);
    cin.tie(nullptr);
    unsigned size{};
    while (cin >> size)
        solveNQueens(size);
}
