/* Omar Khan
   K222O333 */
#include <iostream>
#include <fstream>
#include <sstream>
#include <vector>
#include <cstdlib>
using namespace std;
int att(const vector<int>& s, int c) { int n = 0; for (int j = 0; j < 8; ++j) if (j != c && (s[j] == s[c] || abs(s[j]-s[c]) == abs(j-c))) ++n; return n; }
void out(ostream& o, const vector<int>& s) { for (int i = 0; i < 8; ++i) { if (i) o << ' '; o << s[i]; } o << endl; }
int main(int argc, char* argv[]) {
    ifstream in(argv[1]); ostream& o = cout;
    string line;
    while (getline(in, line)) {
        istringstream is(line); vector<int> s; int x; while (is >> x) s.push_back(x);
        if (s.size() != 8) continue;
        out(o, s);
        for (;;) {
            int n1 = 0; for (int c = 0; c < 8; ++c) n1 = max(n1, att(s, c));
            if (!n1) { o << "Success" << endl << endl; break; }
            bool moved = false;
            for (int c = 0; c < 8 && !moved; ++c) if (att(s, c) == n1) {
                vector<int> best = s; int b = n1;
                for (int r = 1; r <= 8; ++r) { vector<int> t = s; t[c] = r; if (att(t, c) < b) { b = att(t, c); best = t; } }
                if (b < n1) { s = best; moved = true; }
            }
            if (!moved) { o << "Failure" << endl << endl; break; }
            out(o, s);
        }
    }
    return 0;
}
