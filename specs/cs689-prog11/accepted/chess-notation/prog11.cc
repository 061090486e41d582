#include "prog11.h"

#include <cstdlib>
#include <ctime>
#include <iostream>

auto main() -> int
{
    auto n = 0u;
    while (std::cin >> n)
        solveNQueens(n);
}

auto generator() -> std::minstd_rand&
{
    static std::minstd_rand engine;
    return engine;
}

auto solveNQueens(const unsigned& n) -> void
{
    auto board = Chessboard(n, Row(n));
    initBoard(board);
    std::cout << "Number of queens: " << n << std::endl;
    if (not solveNqueensUtil(board, 0u)) {
        std::cout << "   (none of the placements is a solution)" << std::endl;
        return;
    }
    printBoard(board);
}

auto initBoard(Chessboard& board) -> void
{
    generator().seed(std::time(nullptr));
    for (auto&& row : board)
        for (auto&& square : row)
            square = false;
}

auto solveNqueensUtil(Chessboard& board, const unsigned& row) -> bool
{
    auto open = std::vector<unsigned>{};  // the columns not yet tried
    for (auto col = 0u; col < board.size(); ++col)
        open.push_back(col);

    while (not open.empty()) {
        const auto pick = open.begin() + generator()() % open.size();
        const auto col = *pick;
        open.erase(pick);
        if (isSafe(board, row, col)) {
            board[row][col] = true;
            if (row + 1 >= board.size() or solveNqueensUtil(board, row + 1))
                return true;
            board[row][col] = false;
        }
    }
    return false;
}

auto isSafe(const Chessboard& board, const int& row, const int& col) -> bool
{
    const auto last = static_cast<int>(board.size()) - 1;
    for (auto i = row - 1; i >= 0; --i)
        if (board[i][col])
            return false;
    for (auto i = row - 1, j = col - 1; i >= 0 and j >= 0; --i, --j)
        if (board[i][j])
            return false;
    for (auto i = row - 1, j = col + 1; i >= 0 and j <= last; --i, ++j)
        if (board[i][j])
            return false;
    return true;
}

// Row 1 is at the bottom, column a at the left; every other square is dark.
auto printBoard(const Chessboard& board) -> void
{
    const auto size = board.size();
    for (auto rank = size; rank > 0; --rank) {
        std::cout << rank << ' ';
        for (auto file = 0u; file < size; ++file) {
            const auto empty = (rank + file) % 2 == 0 ? kLight : kDark;
            std::cout << ' ' << (board[rank - 1][file] ? kQueen : empty);
        }
        std::cout << '\n';
    }
    std::cout << "  ";
    for (auto file = 0u; file < size; ++file)
        std::cout << ' ' << static_cast<char>('a' + file);
    std::cout << "\n\n";
}
