#include <algorithm>
#include <iostream>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

using namespace std;

static int numbers = 0;

int twice(int n) { return 2 * n; }

double half(double x) { return x / 2; }

bool negate_(bool b) { return !b; }

bool negate(bool b) { return negate_(b); }

string greet(const string& name) { return "hello, " + name; }

void shout(string text)
{
    for (char& letter : text) {
        letter = toupper(letter);
    }
    cout << text << endl;
}

void sort_numbers(vector<int>& a, int n) { sort(a.begin(), a.begin() + n); }

double total(const vector<double>& values, int n) { return accumulate(values.begin(), values.begin() + n, 0.0); }

optional<string> find_name(int n) { return n == 0 ? nullopt : optional<string>("Ada"); }

int next_number() { return ++numbers; }

vector<int> squares(vector<int> values)
{
    for (int& value : values) {
        value *= value;
    }
    return values;
}

set<int> distinct(const vector<int>& values) { return set<int>(values.begin(), values.end()); }

unordered_map<string, size_t> lengths(const vector<string>& words)
{
    unordered_map<string, size_t> lengths;
    for (const string& word : words) {
        lengths[word] = word.size();
    }
    return lengths;
}

map<int, int> tally(const vector<int>& values)
{
    map<int, int> tally;
    for (int value : values) {
        ++tally[value];
    }
    return tally;
}

int largest_key(const map<int, int>& counts) { return counts.rbegin()->first; }

pair<int, string> both(int n, const string& text) { return {n, text}; }

string raw() { return string("a\xff\0", 3); }

int fail(int n)
{
    if (n < 0) {
        throw invalid_argument("negative: " + to_string(n));
    }
    return n;
}

class InsufficientFunds : public runtime_error {
public:
    using runtime_error::runtime_error;
};

class Account {
public:
    Account(const string& owner, double balance) : owner(owner), balance(balance)
    {
        if (balance < 0) {
            throw invalid_argument("negative");
        }
        ++opened;
    }

    double deposit(double amount) { return balance += amount; }

    void withdraw(double amount)
    {
        if (amount > balance) {
            string shown = to_string(balance);
            shown.erase(shown.find_last_not_of('0') + 1);
            throw InsufficientFunds("only " + shown);
        }
        balance -= amount;
    }

    void transfer(Account& other, double amount)
    {
        withdraw(amount);
        other.deposit(amount);
    }

    static Account* richest(const vector<Account*>& accounts)
    {
        return *max_element(accounts.begin(), accounts.end(), [](auto* a, auto* b) { return a->balance < b->balance; });
    }

    static int count() { return opened; }

private:
    static int opened;
    string owner;
    double balance;
};

int Account::opened = 0;
