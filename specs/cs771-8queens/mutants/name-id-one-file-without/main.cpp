// Alice Moreau, W482M117
// CS 771, 8-queens by hill climbing: the program
//
// climb INPUT OUTPUT

#include "board.h"

#include <fstream>
#include <iostream>

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::cerr << "usage: climb INPUT OUTPUT\n";
        return 2;
    }
    std::ifstream in(argv[1]);
    std::ofstream out(argv[2]);
    if (!in || !out) {
        std::cerr << "climb: cannot open " << (in ? argv[2] : argv[1]) << "\n";
        return 1;
    }

    Board board;
    for (bool first = true; board.read(in); first = false) {
        if (!first)
            out << "\n";
        out << board << "\n";
        while (board.step())
            out << board << "\n";
        out << (board.mostAttacks() == 0 ? "Success" : "Failure") << "\n";
    }
    return 0;
}
