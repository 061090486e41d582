// Chen Lindqvist, W161C803
// CS 771, programming assignment: 8 queens by hill climbing
//
// Usage: queens [INPUT [OUTPUT]]   (standard input and output where a name is left out)

#include <algorithm>
#include <array>
#include <bitset>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>

namespace {

constexpr int size = 8;

// Rows count from 0 in here and from 1 in the files. A board is a set of squares, bit 8 * column + row.
using Squares = unsigned long long;
using State = std::array<int, size>;

constexpr Squares square(int column, int row) {
    return 1ULL << (size * column + row);
}

// The squares of the other columns that a queen attacks: her row and both diagonals, whatever stands between.
constexpr Squares lines_through(int column, int row) {
    Squares lines = 0;
    for (int other = 0; other < size; ++other) {
        if (other == column) {
            continue;
        }
        const int distance = other > column ? other - column : column - other;
        for (const int reached : {row - distance, row, row + distance}) {
            if (reached >= 0 && reached < size) {
                lines |= square(other, reached);
            }
        }
    }
    return lines;
}

constexpr auto make_attacked() {
    std::array<std::array<Squares, size>, size> attacked{};
    for (int column = 0; column < size; ++column) {
        for (int row = 0; row < size; ++row) {
            attacked[column][row] = lines_through(column, row);
        }
    }
    return attacked;
}

constexpr auto attacked = make_attacked();

Squares occupied(const State& state) {
    Squares queens = 0;
    for (int column = 0; column < size; ++column) {
        queens |= square(column, state[column]);
    }
    return queens;
}

// How many of `queens` the queen of `column` attacks from `row`; her own square is never among those attacked.
int attacks(Squares queens, int column, int row) {
    return static_cast<int>(std::bitset<size * size>(queens & attacked[column][row]).count());
}

State count_attacks(const State& state) {
    const Squares queens = occupied(state);
    State counts{};
    for (int column = 0; column < size; ++column) {
        counts[column] = attacks(queens, column, state[column]);
    }
    return counts;
}

// The state after one move, or nothing where the climb ends: at a solution, or where no move improves.
std::optional<State> next_state(const State& state) {
    const Squares queens = occupied(state);
    const State counts = count_attacks(state);
    const int most = *std::max_element(counts.begin(), counts.end());
    for (int column = 0; most > 0 && column < size; ++column) {
        if (counts[column] < most) {
            continue;
        }
        State by_row{};
        for (int row = 0; row < size; ++row) {
            by_row[row] = attacks(queens, column, row);
        }
        // min_element finds the first of equals: the smallest row.
        const auto best = std::min_element(by_row.begin(), by_row.end());
        if (*best < most) {
            State moved = state;
            moved[column] = static_cast<int>(std::distance(by_row.begin(), best));
            return moved;
        }
    }
    return std::nullopt;
}

bool is_solved(const State& state) {
    return count_attacks(state) == State{};
}

void print(std::ostream& output, const State& state) {
    for (int column = 0; column < size; ++column) {
        output << (column > 0 ? " " : "") << state[column] + 1;
    }
    output << '\n';
}

// One block: every state of the climb, then how it ended.
void climb(std::ostream& output, State state) {
    print(output, state);
    while (const auto moved = next_state(state)) {
        state = *moved;
        print(output, state);
    }
    output << (is_solved(state) ? "Success" : "Failure") << '\n';
}

// The state on a line; nothing where the line does not begin with eight rows from 1 to 8.
std::optional<State> parse(const std::string& line) {
    std::istringstream numbers(line);
    State state{};
    for (int& row : state) {
        if (!(numbers >> row) || row < 1 || row > size) {
            return std::nullopt;
        }
        --row;
    }
    return state;
}

void climb_from_each(std::istream& input, std::ostream& output) {
    bool first = true;
    for (std::string line; std::getline(input, line);) {
        if (const auto start = parse(line)) {
            if (!first) {
                output << '\n';
            }
            first = false;
            climb(output, *start);
        }
    }
}

}  // namespace

int main(int argc, char* argv[]) {
    std::ifstream input_file;
    std::ofstream output_file;
    if (argc > 1) {
        input_file.open(argv[1]);
        if (!input_file) {
            std::cerr << "cannot read " << argv[1] << '\n';
            return 1;
        }
    }
    if (argc > 2) {
        output_file.open(argv[2]);
        if (!output_file) {
            std::cerr << "cannot write " << argv[2] << '\n';
            return 1;
        }
    }
    climb_from_each(argc > 1 ? input_file : std::cin, argc > 2 ? output_file : std::cout);
    return 0;
}
