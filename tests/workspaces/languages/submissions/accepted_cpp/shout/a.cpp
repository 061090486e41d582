#include <cctype>
#include <iostream>
int main() {
    for (char c; std::cin.get(c);) std::cout.put(std::toupper(c));
}
