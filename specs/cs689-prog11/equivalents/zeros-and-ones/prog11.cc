#include "prog11.h"

/* prints the chessboard: 1 is a queen, 0 is none */
void printBoard ( const vector < vector < bool > >& board )
{
  unsigned i, j;
  for ( i = 0; i < board.size(); i++ )
  {
    for ( j = 0; j < board.size(); j++ )
      cout << board[i][j] << " ";
    cout << "\n";
  }
}

bool isSafe ( const vector < vector < bool > >& board, const int& row, const int& col )
{
  bool safe = true;
  int i, j;
  for ( i = 0; i < row; i++ )
    for ( j = 0; j < (int) board.size(); j++ )
      if ( board[i][j] == true )
        if ( col == j || abs ( row - i ) == abs ( col - j ) )
          safe = false;
  return safe;
}

bool solveNQueensUtil ( vector < vector < bool > >& board, const unsigned& row )
{
  bool done = false;
  unsigned i, n = board.size(), col = rand() % n;
  for ( i = 0; i < n && !done; i++ )
  {
    if ( isSafe ( board, row, col ) )
    {
      board[row][col] = 1;
      done = row == n - 1 ? true : solveNQueensUtil ( board, row + 1 );
      if ( !done )
        board[row][col] = 0;
    }
    if ( col == 0 )
      col = n;
    col--;
  }
  return done;
}

void initBoard ( vector < vector < bool > >& board )
{
  srand ( (unsigned) time ( NULL ) );
  for ( vector < vector < bool > >::iterator row = board.begin(); row != board.end(); ++row )
    for ( vector < bool >::iterator cell = row->begin(); cell != row->end(); ++cell )
      *cell = false;
}

void solveNQueens ( const unsigned& n )
{
  vector < vector < bool > > board;
  for ( unsigned i = 0; i < n; i++ )
    board.push_back ( vector < bool > ( n ) );
  initBoard ( board );
  cout << n << "\n";
  if ( solveNQueensUtil ( board, 0 ) == true )
    printBoard ( board );
  else
    cout << "solution doesn't exist\n";
}

int main ( int argc, char* argv[] )
{
  unsigned n = 0;
  cin >> n;
  while ( !cin.fail() )
  {
    solveNQueens ( n );
    cin >> n;
  }
  return 0;
}
