#include "prog11.h"
bool full(Board& board, const unsigned& row) { return row >= board.size(); }
bool column(const Board& board, const int& row, const int& col) {
    for (int i = 0; i < row; ++i) if (board[i][col]) return false;
    return true;
}
bool check(const Board& board, const int& row, const int& col) {
    if (!column(board, row, col)) return false;
    int n = board.size();
    for (int i = row - 1, d = 1; i >= 0; --i, ++d) {
        if (col >= d && board[i][col - d]) return false;
        if (col + d < n && board[i][col + d]) return false;
    }
    return true;
}
bool place(Board& board, const unsigned& row) {
    if (full(board, row)) return true;
    int n = board.size(), c = std::rand() % n;
    for (int k = 0; k < n; ++k, c = (c + 1) % n) {
        if (!check(board, row, c)) continue;
        board[row][c] = true;
        if (place(board, row + 1)) return true;
        board[row][c] = false;
    }
    return false;
}
void initBoard(Board& board) {
    std::srand(std::time(0));
    for (auto& r : board) for (std::size_t j = 0; j < r.size(); ++j) r[j] = false;
}
void printBoard(const Board& board) {
    for (auto& r : board) { for (bool b : r) std::cout << (b ? 'Q' : '.'); std::cout << '\n'; }
    std::cout << '\n';
}
void solveNQueens(const unsigned& n) {
    Board board(n, vector<bool>(n, false));
    initBoard(board);
    std::cout << n << "\n";
    if (place(board, 0)) printBoard(board); else std::cout << "There is no solution.\n\n";
}
int main() { for (unsigned n; std::cin >> n;) solveNQueens(n); }
