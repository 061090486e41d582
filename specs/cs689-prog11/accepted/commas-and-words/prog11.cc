#include "prog11.h"

#include <cmath>
#include <ctime>
#include <random>

const std::string NAMES[] = {"zero", "one", "two", "three", "four", "five", "six", "seven", "eight"};

namespace rng
{
    std::mt19937_64 engine;
}

unsigned random_below (const unsigned& limit)
{
    std::uniform_int_distribution<unsigned> pick (0, limit - 1);
    return pick (rng::engine);
}

void initBoard (bool_board& b)
{
    rng::engine.seed (std::time (0));
    for (unsigned r = 0; r != b.size (); ++r)
        for (unsigned c = 0; c != b.at (r).size (); ++c)
            b.at (r).at (c) = false;
}

bool isSafe (const bool_board& b, const int& r, const int& c)
{
    for (int i = 0; i != r; ++i)
        for (std::size_t j = 0; j != b.size (); ++j)
        {
            const int dc = std::abs (c - static_cast<int> (j));
            const bool attacks = dc == 0 || dc == r - i;
            if (attacks && b.at (i).at (j))
                return false;
        }
    return true;
}

bool solveNQueensUtil (bool_board& b, const unsigned& r)
{
    std::vector<char> tried (b.size (), 'n');
    unsigned failures = 0;
try_another:
    if (failures == b.size ())
        return false;
    const unsigned c = random_below (b.size ());
    if (tried [c] == 'y')
        goto try_another;
    tried [c] = 'y';
    if (isSafe (b, r, c))
    {
        b.at (r).at (c) = true;
        if (r == b.size () - 1 || solveNQueensUtil (b, r + 1))
            return true;
        b.at (r).at (c) = false;
    }
    ++failures;
    goto try_another;
}

void printBoard (const bool_board& b)
{
    for (auto row = b.cbegin (); row != b.cend (); ++row)
    {
        std::string text = "{";
        for (bool queen : *row)
            text += std::string (text.size () > 1 ? ", " : "") + (queen ? "1" : "0");
        std::cout << text << "}" << std::endl;
    }
}

void solveNQueens (const unsigned& n)
{
    bool_board board (n);
    for (auto& row : board)
        row.resize (n);
    initBoard (board);
    std::cout << "Placing " << NAMES [n] << (n == 1 ? " queen" : " queens") << std::endl;
    solveNQueensUtil (board, 0) ? printBoard (board) : void (std::cout << "No way." << std::endl);
}

int main ()
{
    for (;;)
    {
        unsigned n;
        if (!(std::cin >> n))
            break;
        solveNQueens (n);
    }
}
