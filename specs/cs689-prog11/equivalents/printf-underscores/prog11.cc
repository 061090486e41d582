#include "prog11.h"

int main(void)
{
	unsigned n;

	while (scanf("%u", &n) == 1)
		solveNQueens(n);
	return 0;
}

void solveNQueens(const unsigned& n)
{
	std::vector<std::vector<bool> > board(n, std::vector<bool>(n));

	initBoard(board);
	printf("Board of size %u:\n", n);
	if (!solveNQueensUtil(board, 0))
		puts("cannot be solved");
	else
		printBoard(board);
	putchar('\n');
}

void initBoard(std::vector<std::vector<bool> >& board)
{
	size_t i;

	srand((unsigned) time(0));
	for (i = 0; i < board.size(); ++i)
		board[i].assign(board.size(), false);
}

bool solveNQueensUtil(std::vector<std::vector<bool> >& board, const unsigned& row)
{
	unsigned tried = 0;	/* one bit a column */
	const unsigned all = (1u << board.size()) - 1;

	while (tried != all) {
		int col = rand() % (int) board.size();

		if (tried & (1u << col))
			continue;
		tried |= 1u << col;
		if (!isSafe(board, row, col))
			continue;
		board[row][col] = true;
		if (row == board.size() - 1)
			return true;
		if (solveNQueensUtil(board, row + 1))
			return true;
		board[row][col] = false;
	}
	return false;
}

bool isSafe(const std::vector<std::vector<bool> >& board, const int& row, const int& col)
{
	int i, j;

	for (i = 0; i < row; ++i)
		for (j = 0; j < (int) board[i].size(); ++j) {
			if (!board[i][j])
				continue;
			if (j == col || row - i == col - j || row - i == j - col)
				return false;
		}
	return true;
}

void printBoard(const std::vector<std::vector<bool> >& board)
{
	for (size_t i = 0; i < board.size(); ++i) {
		putchar('|');
		for (size_t j = 0; j < board[i].size(); ++j)
			fputs(board[i][j] ? TRUE_MARK : FALSE_MARK, stdout);
		putchar('\n');
	}
}
