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

// Puts a queen on every square of every row, and looks at the full boards only.
void tryAll(vector<unsigned>& cols, unsigned row, vector<vector<unsigned>>& found)
{
    const unsigned n = cols.size();
    if (row < n) {
        for (cols[row] = 0; cols[row] < n; cols[row]++)
            tryAll(cols, row + 1, found);
        return;
    }
    bool good = true;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < i; j++)
            if (cols[i] == cols[j] || abs(int(cols[i] - cols[j])) == int(i - j))
                good = false;
    if (good)
        found.push_back(cols);
}

bool solveNQueensUtil(vector<vector<bool>>& board, const unsigned& row)
{
    vector<unsigned> cols(board.size());
    vector<vector<unsigned>> found;
    tryAll(cols, row, found);
    if (found.empty())
        return false;
    const vector<unsigned>& pick = found[rand() % found.size()];
    for (unsigned i = 0; i < board.size(); i++)
        board[i][pick[i]] = true;
    return true;
}

bool isSafe(const vector<vector<bool>>& board, const int& row, const int& col)
{
    for (int i = 0; i < row; i++)
        for (int j = 0; j < int(board.size()); j++)
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
