#include "prog11.h"
unique_ptr < Rng > generator;

int main ( )
{
    unsigned n;
    while ( cin >> n )
        solveNQueens ( n );
    return 0;
}

void solveNQueens ( const unsigned& n )
{
    vector < vector < bool > > board ( n, vector < bool > ( n ) );
    initBoard ( board );
    cout << "N = " << n << endl;
    if ( solveNQueensUtil ( board, 0 ) )
        printBoard ( board );
    else
        cout << "No solution exists for N = " << n << endl;
    cout << endl;
}

void initBoard ( vector < vector < bool > >& board )
{
    generator.reset ( new Rng ( time ( 0 ) ) );
    for ( unsigned i = 0; i < board.size ( ); i++ )
        for ( unsigned j = 0; j < board.size ( ); j++ )
            board [ i ] [ j ] = false;
}

bool solveNQueensUtil ( vector < vector < bool > >& board, const unsigned& row )
{
    int n = board.size ( );
    int col = uniform_int_distribution < int > ( 0, n - 1 ) ( *generator );
    for ( int k = 0; k < n; k++ ) {
        if ( isSafe ( board, row, col ) ) {
            board [ row ] [ col ] = true;
            if ( row == board.size ( ) - 1 || solveNQueensUtil ( board, row + 1 ) )
                return true;
            board [ row ] [ col ] = false;
        }
        col = ( col + 1 ) % n;
    }
    return false;
}

bool isSafe ( const vector < vector < bool > >& board, const int& row, const int& col )
{
    for ( int i = 0; i < row; i++ )
        for ( int j = 0; j < (int) board.size ( ); j++ )
            if ( board [ i ] [ j ] && ( j == col || abs ( row - i ) == abs ( col - j ) ) )
                return false;
    return true;
}

void printBoard ( const vector < vector < bool > >& board )
{
    for ( unsigned i = 0; i < board.size ( ); i++ ) {
        for ( unsigned j = 0; j < board.size ( ); j++ )
            cout << ( board [ i ] [ j ] ? 'Q' : '.' ) << ' ';
        cout << endl;
    }
}
