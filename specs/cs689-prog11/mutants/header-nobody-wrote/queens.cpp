#include <cstdlib>
#include <ctime>
#include <iostream>
#include <random>
#include <vector>

using Board = std::vector<std::vector<bool>>;
const char QUEEN = 'Q';
const char EMPTY = '.';

void solveNQueens(const unsigned& n);
void initBoard(Board& board);
bool solveNQueensUtil(Board& board, const unsigned& row);
unsigned randomColumn(const unsigned& columns);
bool isSafe(const Board& board, const int& row, const int& col);
void printBoard(const Board& board);

// The signatures of the routines leave no parameter for the generator.
static std::mt19937 generator;

int main()
{
    for (unsigned n; std::cin >> n;) {
        solveNQueens(n);
    }
}

void solveNQueens(const unsigned& n)
{
    Board board(n, std::vector<bool>(n));
    initBoard(board);

    std::cout << "Chessboard size: " << n << '\n';
    if (solveNQueensUtil(board, 0)) {
        printBoard(board);
    } else {
        std::cout << "A solution does not exist.\n\n";
    }
}

void initBoard(Board& board)
{
    generator.seed(static_cast<std::mt19937::result_type>(std::time(nullptr)));
    for (auto& row : board) {
        row.assign(row.size(), false);
    }
}

bool solveNQueensUtil(Board& board, const unsigned& row)
{
    const unsigned size = board.size();
    // From a random start each column has its turn once, so that the row is known to be hopeless after `size` tries.
    const unsigned start = randomColumn(size);
    for (unsigned tried = 0; tried < size; ++tried) {
        const unsigned col = (start + tried) % size;
        if (!isSafe(board, row, col)) {
            continue;
        }
        board[row][col] = true;
        if (row + 1 == size || solveNQueensUtil(board, row + 1)) {
            return true;
        }
        board[row][col] = false;
    }
    return false;
}

unsigned randomColumn(const unsigned& columns)
{
    return std::uniform_int_distribution<unsigned>(0, columns - 1)(generator);
}

bool isSafe(const Board& board, const int& row, const int& col)
{
    const int size = board.size();
    for (int i = 0; i < row; ++i) {
        for (int j = 0; j < size; ++j) {
            if (board[i][j] && (j == col || std::abs(row - i) == std::abs(col - j))) {
                return false;
            }
        }
    }
    return true;
}

void printBoard(const Board& board)
{
    for (const auto& row : board) {
        const char* separator = "";
        for (const bool queen : row) {
            std::cout << separator << (queen ? QUEEN : EMPTY);
            separator = " ";
        }
        std::cout << '\n';
    }
    std::cout << '\n';
}
