/* Hugo Almeida, A600H418 */
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>
using namespace std;

namespace wsu {
typedef string State;  // "25741363"

int fights(const State &s, int i, char row) {
    int n = 0;
    for (int j = 0; j < (int)s.size(); ++j) {
        int d = s[j] - row;
        if (j != i && (d == 0 || d == i - j || d == j - i)) n++;
    }
    return n;
}

void show(FILE *f, const State &s) {
    for (size_t i = 0; i < s.size(); ++i) fprintf(f, i + 1 < s.size() ? "%c " : "%c\n", s[i]);
}

void go(FILE *f, State s) {
    show(f, s);
    map<int, set<int>, greater<int>> queens;  // attacks -> columns, the most first
    for (int i = 0; i < 8; ++i) queens[fights(s, i, s[i])].insert(i);
    int n1 = queens.begin()->first;
    if (n1 == 0) {
        fputs("Success\n\n", f);
        return;
    }
    for (int i : queens.begin()->second) {
        map<int, set<char>> rows;
        for (char r = '1'; r <= '8'; ++r) rows[fights(s, i, r)].insert(r);
        if (rows.begin()->first >= n1) continue;
        s[i] = *rows.begin()->second.begin();
        go(f, s);
        return;
    }
    fputs("Failure\n\n", f);
}
}  // namespace wsu

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: %s input output\n", argv[0]);
        return 1;
    }
    ifstream in(argv[1]);
    FILE *out = fopen(argv[2], "w");
    string digits((istreambuf_iterator<char>(in)), istreambuf_iterator<char>());
    wsu::State s;
    for (char c : digits) {
        if (c < '1' || c > '8') continue;
        s += c;
        if (s.size() == 8) {
            wsu::go(out, s);
            s.clear();
        }
    }
    fclose(out);
}
