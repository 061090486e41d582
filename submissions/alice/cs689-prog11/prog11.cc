#include "prog11.h"

/***************************************************************
 * Alice Almond       CSCI 689/1       Program 11
 *
 * Places N queens on an N x N chessboard, with random columns
 * and backtracking, for every N on the standard input.
 ***************************************************************/

int main ( )
{
	unsigned n;

	while ( cin >> n )
		solveNQueens ( n );

	return 0;
}

// Solves the puzzle for one size and shows the result.

void solveNQueens ( const unsigned& n )
{
	vector < vector < bool > > board ( n, vector < bool > ( n ) );

	initBoard ( board );

	cout << "\nSize of the chessboard: " << n << " x " << n << "\n\n";

	if ( solveNqueensUtil ( board, 0 ) )
		printBoard ( board );
	else
		cout << "There isn't any solution for " << n << " queens.\n";
}

// Seeds rand ( ) and clears the board.

void initBoard ( vector < vector < bool > >& board )
{
	srand ( time ( 0 ) );

	for ( size_t i = 0; i < board.size ( ); i++ )
		for ( size_t j = 0; j < board [ i ].size ( ); j++ )
			board [ i ] [ j ] = false;
}

// Places a queen in this row and in all rows below it.
// A column that failed is crossed out; the row has failed when all are.

bool solveNqueensUtil ( vector < vector < bool > >& board, const unsigned& row )
{
	const size_t n = board.size ( );
	vector < bool > crossed ( n, false );
	size_t left = n;

	while ( left > 0 )
	{
		const size_t col = rand ( ) % n;

		if ( crossed [ col ] )
			continue;

		crossed [ col ] = true;
		left--;

		if ( isSafe ( board, row, col ) )
		{
			board [ row ] [ col ] = true;

			if ( row == n - 1 )
				return true;

			if ( solveNqueensUtil ( board, row + 1 ) )
				return true;

			board [ row ] [ col ] = false;
		}
	}

	return false;
}

// Walks up the column and both diagonals.

bool isSafe ( const vector < vector < bool > >& board, const int& row, const int& col )
{
	const int n = board.size ( );

	for ( int up = 1; up <= row; up++ )
	{
		const vector < bool >& above = board [ row - up ];

		if ( above [ col ] )
			return false;

		if ( col - up >= 0 && above [ col - up ] )
			return false;

		if ( col + up < n && above [ col + up ] )
			return false;
	}

	return true;
}

void printBoard ( const vector < vector < bool > >& board )
{
	printLine ( board.size ( ) );

	for ( const vector < bool >& row : board )
	{
		for ( bool queen : row )
			cout << "| " << ( queen ? 'Q' : ' ' ) << ' ';

		cout << "|\n";
		printLine ( board.size ( ) );
	}
}

// The line above, between and below the rows.

void printLine ( const size_t& n )
{
	cout << setfill ( '-' );

	for ( size_t i = 0; i < n; i++ )
		cout << '+' << setw ( CELL_WIDTH - 1 ) << "";

	cout << "+\n" << setfill ( ' ' );
}
