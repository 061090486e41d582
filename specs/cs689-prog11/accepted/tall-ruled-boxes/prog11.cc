#include "prog11.h"

std::mt19937 rng;

int main()
{
	for (unsigned n; std::cin >> n;)
		solveNQueens(n);
}

// löst das Problem für n Damen
void solveNQueens(const unsigned& n)
{
	Board board(n, vector<bool>(n, false));
	initBoard(board);
	std::cout << "*** " << n << " x " << n << " ***\n";
	if (solveNqueensUtil(board, 0u))
		printBoard(board);
	else
		std::cout << "There is no solution for n = " << n << "!\n";
}

void initBoard(Board& board)
{
	rng.seed(time(0));
	for (auto& r : board)
		std::fill(r.begin(), r.end(), false);
}

bool solveNqueensUtil(Board& board, const unsigned& row)
{
	if (row == board.size()) return true;
	vector<int> cols(board.size());
	std::iota(cols.begin(), cols.end(), 0);
	std::shuffle(cols.begin(), cols.end(), rng);
	for (int c : cols)
	{
		if (!isSafe(board, (int)row, c)) continue;
		board[row][c] = true;
		if (solveNqueensUtil(board, row + 1u)) return true;
		board[row][c] = false;
	}
	return false;
}

bool isSafe(const Board& board, const int& row, const int& col)
{
	const int n = (int)board.size();
	for (int i = row - 1, d = 1; i >= 0; --i, ++d)
	{
		if (board[i][col]) return false;
		if (col - d >= 0 && board[i][col - d]) return false;
		if (col + d < n && board[i][col + d]) return false;
	}
	return true;
}

std::string line(std::size_t n)
{
	std::string s = "+";
	for (std::size_t i = 0; i < n; ++i) s += "-----+";
	return s + "\n";
}

void printBoard(const Board& board)
{
	std::cout << line(board.size());
	for (const auto& r : board)
	{
		for (int k = 0; k < 3; ++k) {
			std::cout << "|";
			for (bool q : r)
				std::cout << (q ? (k == 1 ? " <Q> " : "     ") : "     ") << "|";
			std::cout << "\n";
		}
		std::cout << line(board.size());
	}
	std::cout << "\n";
}
