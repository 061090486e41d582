#include "prog11.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>

using std::vector;

int main()
{
    std::ios::sync_with_stdio(false);
    for (const unsigned& n : readSizes(std::cin)) solveNQueens(n);
    return 0;
}

vector<unsigned> readSizes(std::istream& in)
{
    const std::string all{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    std::istringstream words(all);
    vector<unsigned> sizes;
    for (std::string word; words >> word;) sizes.push_back(std::stoul(word));
    return sizes;
}

void solveNQueens(const unsigned& n)
{
    vector<vector<bool>> board(n, vector<bool>(n));
    initBoard(board);
    std::cout << "\nChessboard " << n << '\n';
    if (solveNQueensUtil(board, 0)) {
        printBoard(board);
    } else {
        std::cout << "There is not a solution.\n";
    }
}

void initBoard(vector<vector<bool>>& board)
{
    static bool seeded = false;
    if (!seeded) {  // once a run, so that the same size twice gives two boards
        srand(time(0));
        seeded = true;
    }
    board = vector<vector<bool>>(board.size(), vector<bool>(board.size(), false));
}

// The handout spells this name in two ways.
bool solveNqueensUtil(vector<vector<bool>>& board, const unsigned& row)
{
    return solveNQueensUtil(board, row);
}

bool solveNQueensUtil(vector<vector<bool>>& board, const unsigned& row)
{
    const unsigned n = board.size();
    unsigned col = rand() % n;
    unsigned tried = 0;
    do {
        if (isSafe(board, row, col)) {
            board[row][col] = true;
            if (row == n - 1) return true;
            if (solveNQueensUtil(board, row + 1)) return true;
            board[row][col] = false;
        }
        if (++col == n) col = 0;
    } while (++tried < n);
    return false;
}

bool isSafe(const vector<vector<bool>>& board, const int& row, const int& col)
{
    int i = row, left = col, right = col;
    const int n = board.size();
    while (i-- > 0) {
        --left;
        ++right;
        if (board[i][col]) return false;
        if (left >= 0 && board[i][left]) return false;
        if (right < n && board[i][right]) return false;
    }
    return true;
}

void printBoard(const vector<vector<bool>>& board)
{
    const std::string rule = '+' + std::string(2 * board.size() + 1, '-') + "+\n";
    std::cout << rule;
    for (const vector<bool>& row : board) {
        std::cout << "| ";
        for (bool q : row) std::cout << (q ? Marks::queen : Marks::none) << ' ';
        std::cout << "|\n";
    }
    std::cout << rule;
}
