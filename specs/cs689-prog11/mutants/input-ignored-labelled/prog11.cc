#include "prog11.h"
int main() {
    unsigned n = SMALLEST;
    do
        solveNQueens(n);
    while (++n <= LARGEST);
    return 0;
}
void solveNQueens(const unsigned& n) {
    vector<vector<bool>> board(n, vector<bool>(n));
    initBoard(board);
    cout << "Board No. " << n << ": " << n << " queens so that none attacks another" << endl;
    if (solveNqueensUtil(board, 0)) printBoard(board);
    else cout << "There aren't any." << endl;
}
void initBoard(vector<vector<bool>>& board) {
    srand(time(nullptr));
    for (size_t k = 0; k < board.size() * board.size(); k++) board[k / board.size()][k % board.size()] = false;
}
bool solveNqueensUtil(vector<vector<bool>>& board, const unsigned& row) {
    unsigned n = board.size(), first = rand() % n, col = first;
    do {
        if (isSafe(board, row, col)) {
            board[row][col] = true;
            if (row + 1 == n || solveNqueensUtil(board, row + 1)) return true;
            board[row][col] = false;
        }
        col = (col + 1) % n;
    } while (col != first);
    return false;
}
bool isSafe(const vector<vector<bool>>& board, const int& row, const int& col) {
    for (int i = 0, n = board.size(); i < row; i++)
        for (int j = 0; j < n; j++)
            if (board[i][j] && (col == j || abs(row - i) == abs(col - j))) return false;
    return true;
}
void printBoard(const vector<vector<bool>>& board) {
    for (size_t j = 0; j < board.size(); j++) cout << "\t" << j;
    cout << endl << endl;
    for (size_t i = 0; i < board.size(); i++) {
        cout << i;
        for (bool q : board[i]) cout << "\t" << (q ? "x" : "o");
        cout << endl << endl;
    }
}
