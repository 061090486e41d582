// The size is read into a global variable, on which all routines but solveNQueens count.
#include "prog11.h"

unsigned size_;

int main()
{
    while (cin >> size_) {
        solveNQueens(size_);
    }
    return 0;
}

void solveNQueens(const unsigned& n)
{
    vector<vector<bool>> board(n, vector<bool>(n));
    cout << "The board has " << n << " rows\n";
    initBoard(board);
    if (solveNQueensUtil(board, 0)) {
        printBoard(board);
    } else {
        cout << "no way to place them\n";
    }
}

void initBoard(vector<vector<bool>>& board)
{
    srand(time(0));
    for (unsigned k = 0; k < size_ * size_; ++k) {
        board[k / size_][k % size_] = false;
    }
}

bool solveNQueensUtil(vector<vector<bool>>& board, const unsigned& row)
{
    if (row == size_) {
        return true;
    }
    unsigned first = rand() % size_;
    for (unsigned k = 0; k < size_; ++k) {
        unsigned col = (first + k) % size_;
        if (isSafe(board, row, col)) {
            board[row][col] = true;
            if (solveNQueensUtil(board, row + 1)) {
                return true;
            }
            board[row][col] = false;
        }
    }
    return false;
}

// Every square above is looked at, by its number.
bool isSafe(const vector<vector<bool>>& board, const int& row, const int& col)
{
    const int square = row * size_ + col;
    for (int other = 0; other < square - square % (int)size_; ++other) {
        const int up = square / (int)size_ - other / (int)size_;
        const int across = square % (int)size_ - other % (int)size_;
        if (board[other / size_][other % size_] && (across == 0 || across == up || across == -up)) {
            return false;
        }
    }
    return true;
}

void printBoard(const vector<vector<bool>>& board)
{
    for (unsigned i = 0; i < size_; ++i) {
        for (unsigned j = 0; j < size_; ++j) {
            cout << (board[i][j] ? "Q " : ". ");
        }
        cout << "\n";
    }
    cout << "\n";
}
