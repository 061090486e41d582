#include "prog11.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <iterator>
#include <numeric>
#include <random>
#include <sstream>
#include <string>

using std::vector;

static std::default_random_engine engine;

bool isSafe(const vector<vector<bool>>& board, const int& row, const int& col) {
    int i = 0;
    return std::none_of(board.begin(), board.begin() + row, [&](const vector<bool>& above) {
        const int distance = row - i++;
        const int left = col - distance, right = col + distance;
        return above[col] || (left >= 0 && above[left]) || (right < static_cast<int>(above.size()) && above[right]);
    });
}

bool solveNQueensUtil(vector<vector<bool>>& board, const unsigned& row) {
    vector<unsigned> columns(board.size());
    std::iota(columns.begin(), columns.end(), 0);
    std::shuffle(columns.begin(), columns.end(), engine);
    return std::any_of(columns.begin(), columns.end(), [&](unsigned col) {
        if (!isSafe(board, row, col)) return false;
        board[row][col] = true;
        if (row == board.size() - 1 || solveNQueensUtil(board, row + 1)) return true;
        board[row][col] = false;
        return false;
    });
}

void initBoard(vector<vector<bool>>& board) {
    engine.seed(time(0));
    for (vector<bool>& row : board) std::fill(row.begin(), row.end(), false);
}

// The whole board is put together first and written at once.
void printBoard(const vector<vector<bool>>& board) {
    std::ostringstream drawing;
    for (const vector<bool>& row : board) {
        std::string line;
        for (bool queen : row) line += queen ? "[Q]" : "[ ]";
        drawing << line << '\n';
    }
    std::cout << drawing.str() << std::flush;
}

void solveNQueens(const unsigned& n) {
    vector<vector<bool>> board(n, vector<bool>(n));
    initBoard(board);
    std::cout << "\n==== " << n << "-Queens ====\n\n";
    if (solveNQueensUtil(board, 0)) printBoard(board);
    else std::cout << "Not solvable.\n";
}

int main() {
    std::for_each(std::istream_iterator<unsigned>(std::cin), std::istream_iterator<unsigned>(), solveNQueens);
    return EXIT_SUCCESS;
}
