// Calls a student's functions: a case a line from stdin, what came of it to the file of the first argument.
//
// Each case runs in a fork of its own, so that it finds fresh state and its crash is its own.

#include "values.h"

#include <cxxabi.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <map>

namespace grade_driver {

using std::size_t;
using std::string;

namespace {

// Filled while the student's objects are initialised, so made when it is first asked for.
std::vector<Function>& functions()
{
    static std::vector<Function> all;
    return all;
}

constexpr size_t largest_output = 1 << 20;
constexpr size_t largest_case = 8 << 20;
constexpr off_t largest_report = 4 << 20;
constexpr double longest_turn_s = 5;

// ---- JSON

class Parser {
public:
    explicit Parser(const string& text) : text_(text) {}

    Json value()
    {
        skip();
        Json json;
        switch (peek()) {
        case '{':
            json.kind = Json::Kind::object;
            items(json, '}');
            break;
        case '[':
            json.kind = Json::Kind::list;
            items(json, ']');
            break;
        case '"':
            json.kind = Json::Kind::text;
            json.text = quotation();
            break;
        default:
            while (at_ < text_.size() && std::strchr(",]} \t\r\n", text_[at_]) == nullptr) {
                json.text += text_[at_++];
            }
            json.kind = json.text == "null"                            ? Json::Kind::null
                        : json.text == "true" || json.text == "false" ? Json::Kind::truth
                                                                      : Json::Kind::number;
        }
        return json;
    }

private:
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    void skip()
    {
        while (at_ < text_.size() && std::strchr(" \t\r\n,:", text_[at_]) != nullptr) {
            ++at_;
        }
    }

    void items(Json& json, char end)
    {
        ++at_;
        for (skip(); peek() != end && peek() != '\0'; skip()) {
            if (json.kind == Json::Kind::object) {
                json.keys.push_back(quotation());
            }
            json.items.push_back(value());
        }
        ++at_;
    }

    unsigned code()
    {
        const unsigned found = std::strtoul(text_.substr(at_, 4).c_str(), nullptr, 16);
        at_ += 4;
        return found;
    }

    string quotation()
    {
        string found;
        for (++at_; peek() != '"' && at_ < text_.size();) {
            char letter = text_[at_++];
            if (letter != '\\') {
                found += letter;
                continue;
            }
            letter = text_[at_++];
            static const char* const names = "bfnrt";
            static const char* const meant = "\b\f\n\r\t";
            if (letter == 'u') {
                unsigned point = code();
                if (point >= 0xD800 && point < 0xDC00 && text_.compare(at_, 2, "\\u") == 0) {
                    at_ += 2;
                    point = 0x10000 + ((point - 0xD800) << 10) + (code() - 0xDC00);
                }
                encode(point, found);
            } else if (const char* name = std::strchr(names, letter)) {
                found += meant[name - names];
            } else {
                found += letter;
            }
        }
        ++at_;
        return found;
    }

    static void encode(unsigned point, string& to)
    {
        if (point < 0x80) {
            to += static_cast<char>(point);
            return;
        }
        const int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
        static const unsigned char first[] = {0, 0xC0, 0xE0, 0xF0};
        to += static_cast<char>(first[more] | (point >> (6 * more)));
        for (int left = more - 1; left >= 0; --left) {
            to += static_cast<char>(0x80 | ((point >> (6 * left)) & 0x3F));
        }
    }

    const string& text_;
    size_t at_ = 0;
};

const Json& member(const Json& json, const char* key)
{
    static const Json none;
    for (size_t at = 0; at < json.keys.size(); ++at) {
        if (json.keys[at] == key) {
            return json.items[at];
        }
    }
    return none;
}

// How many bytes at `at` are one character of UTF-8; 0 when they are none.
size_t utf8(const string& text, size_t at)
{
    const auto byte = [&](size_t where) { return where < text.size() ? static_cast<unsigned char>(text[where]) : 0U; };
    const unsigned first = byte(at);
    const size_t size = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    for (size_t more = 1; more < size; ++more) {
        if ((byte(at + more) & 0xC0) != 0x80) {
            return 0;
        }
    }
    const unsigned second = byte(at + 1);
    const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    const bool beyond = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
    return overlong || beyond ? 0 : size;
}

string base64(const string& bytes)
{
    static const char* const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    string told;
    for (size_t at = 0; at < bytes.size(); at += 3) {
        unsigned group = 0;
        for (size_t more = 0; more < 3; ++more) {
            group = group << 8 | (at + more < bytes.size() ? static_cast<unsigned char>(bytes[at + more]) : 0U);
        }
        for (size_t letter = 0; letter < 4; ++letter) {
            told += at + letter <= bytes.size() ? letters[group >> (18 - 6 * letter) & 63] : '=';
        }
    }
    return told;
}

// ---- The report

int report = -1;

bool put(const string& line)
{
    for (size_t done = 0; done < line.size();) {
        const ssize_t more = ::write(report, line.data() + done, line.size() - done);
        if (more < 0 && errno != EINTR) {
            return false;
        }
        done += more < 0 ? 0 : static_cast<size_t>(more);
    }
    return true;
}

string lowered(string text)
{
    for (char& letter : text) {
        letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    }
    return text;
}

// ---- One case, in the child

class Child {
public:
    Child(const Json& request, const string& path, int parent)
        : request_(request), number_(member(request, "case").text), parent_(parent), pid_(::getpid())
    {
        ::setsid();
        const rlim_t seconds = std::max<rlim_t>(1, std::ceil(std::atof(member(request, "cpu").text.c_str())));
        const rlimit limit = {seconds, seconds + 1};  // SIGXCPU first, which tells
        ::setrlimit(RLIMIT_CPU, &limit);
        const string name = path + ".stdout";
        output_ = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
        ::unlink(name.c_str());
        const int null = ::open("/dev/null", O_RDWR);
        ::dup2(null, 0);
        ::dup2(null, 2);
        ::dup2(output_, 1);
    }

    void run()
    {
        const Json& let = member(request_, "let");
        for (size_t at = 0; at < let.keys.size(); ++at) {
            variables_.emplace(let.keys[at], Slot(let.items[at]));
        }
        const Json& calls = member(request_, "calls");
        for (size_t at = 0; at < calls.items.size(); ++at) {
            call(at, calls.items[at]);
        }
        tell("{\"end\": " + number_ + ", \"get\": {}}\n");
        done();
    }

private:
    [[noreturn]] void done()
    {
        if (::getpid() == pid_) {
            const ssize_t told = ::write(parent_, ".", 1);
            (void)told;
        }
        ::_exit(0);
    }

    void tell(const string& line)
    {
        written_ += line.size();
        if (written_ > largest_case) {
            put("\n{\"end\": " + number_ + ", \"ended\": \"all that the calls returned and printed is too much\"}\n");
            done();
        }
        put(line);
    }

    // The arguments of one call; those that are no variables are kept in `own`.
    Arguments arguments(const Json& call, std::vector<Slot>& own)
    {
        const Json& args = member(call, "args");
        own.clear();
        own.reserve(args.items.size());
        Arguments found;
        for (const Json& arg : args.items) {
            const Json& variable = member(arg, "var");
            const auto known = variables_.find(variable.text);
            if (variable.kind == Json::Kind::text && known != variables_.end()) {
                found.push_back(&known->second);
            } else {
                own.emplace_back(member(arg, "value"));
                found.push_back(&own.back());
            }
        }
        return found;
    }

    // The function that a call means; nullptr with a sentence when there is none.
    const Function* find(const Json& call, string& problem)
    {
        const Json& names = member(call, "functions");
        const bool fold = member(call, "fold").text == "true";
        const size_t arity = member(call, "args").items.size();
        string wanted;
        for (const Json& name : names.items) {
            wanted += (wanted.empty() ? "" : " or ") + name.text;
            for (const Function& function : functions()) {
                if (fold ? lowered(function.name) != lowered(name.text) : function.name != name.text) {
                    continue;
                }
                std::vector<Slot> own;
                string why = function.unusable;
                if (why.empty() && function.arity != arity) {
                    why = "it takes " + std::to_string(function.arity) + (function.arity == 1 ? " argument" : " arguments") + " and is called with "
                          + std::to_string(arity);
                }
                if (why.empty()) {
                    why = function.make(arguments(call, own));
                }
                if (why.empty()) {
                    return &function;
                }
                problem = problem.empty() ? function.name + " cannot be called: " + why : problem;
            }
        }
        problem = problem.empty() ? "there is no function " + wanted : problem;
        return nullptr;
    }

    void call(size_t at, const Json& call)
    {
        const string begin = "{\"case\": " + number_ + ", \"call\": " + std::to_string(at) + ", \"function\": ";
        string problem;
        const Function* function = find(call, problem);
        if (function == nullptr) {
            tell(begin + quoted(member(call, "functions").items.at(0).text) + ", \"missing\": " + quoted(problem) + "}\n");
            return;
        }
        string returned = "null";
        string raised;
        string message;
        Arguments args;
        std::vector<Slot> own;
        const string& often = member(call, "repeat").text;
        for (long left = often.empty() ? 1 : std::atol(often.c_str()); left > 0 && raised.empty(); --left) {
            args = arguments(call, own);
            function->make(args);
            output();
            try {
                returned = function->call(function->function, args);
            } catch (const std::exception& error) {
                raised = plain_name(typeid(error));
                message = error.what();
            } catch (...) {
                const std::type_info* type = abi::__cxa_current_exception_type();
                raised = type == nullptr ? "unknown" : plain_name(*type);
            }
            if (::getpid() != pid_) {
                ::_exit(0);  // a process that the function made by fork
            }
        }
        string after;
        for (const Slot* slot : args) {
            after += (after.empty() ? "" : ", ") + slot->write();
        }
        string line = begin + quoted(function->name) + ", \"returned\": " + (raised.empty() ? returned : "null");
        if (!raised.empty()) {
            line += ", \"raised\": " + quoted(raised) + ", \"message\": " + quoted(message.substr(0, 300));
        }
        tell(line + ", \"after\": [" + after + "], \"stdout\": \"" + base64(output()) + "\"}\n");
    }

    // What was written to stdout since the last time.
    string output()
    {
        std::cout.flush();
        std::fflush(nullptr);
        string bytes(largest_output, '\0');
        const ssize_t size = ::pread(output_, &bytes[0], bytes.size(), 0);
        bytes.resize(size < 0 ? 0 : static_cast<size_t>(size));
        if (size > 0) {
            ::lseek(output_, 0, SEEK_SET);
            if (::ftruncate(output_, 0) != 0) {
                ::_exit(1);
            }
        }
        ::dup2(output_, 1);
        return bytes;
    }

    const Json& request_;
    string number_;
    int parent_;
    int output_ = -1;
    pid_t pid_;
    size_t written_ = 0;
    std::map<string, Slot> variables_;
};

// ---- The parent

double seconds(const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6; }

string how(int status, double cpu, double limit)
{
    if (!WIFSIGNALED(status)) {
        return "\"exit\": " + std::to_string(WEXITSTATUS(status));
    }
    const int signal = WTERMSIG(status);
    const bool over = signal == SIGXCPU || (signal == SIGKILL && cpu > limit / 2);
    return over ? "\"limit\": \"cpu\"" : "\"signal\": " + std::to_string(signal);
}

void run(const Json& request, const string& path)
{
    const string number = member(request, "case").text;
    put("{\"begin\": " + number + "}\n");
    int ends[2];
    if (::pipe(ends) != 0) {
        std::exit(1);
    }
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    const pid_t pid = ::fork();
    if (pid == 0) {
        Child(request, path, ends[1]).run();
    }
    ::close(ends[1]);
    int status = 0;
    rusage used = {};
    while (::wait4(pid, &status, 0, &used) < 0 && errno == EINTR) {
    }
    ::kill(-pid, SIGKILL);  // what it left behind
    char told = '\0';
    const bool ended = ::read(ends[0], &told, 1) == 1;
    ::close(ends[0]);
    if (!ended) {
        const double cpu = seconds(used.ru_utime) + seconds(used.ru_stime);
        put("\n{\"end\": " + number + ", " + how(status, cpu, std::atof(member(request, "cpu").text.c_str())) + "}\n");
    }
}

bool read_line(string& line)
{
    line.clear();
    for (int letter = std::getchar(); letter != EOF; letter = std::getchar()) {
        if (letter == '\n') {
            return true;
        }
        line += static_cast<char>(letter);
    }
    return !line.empty();
}

}  // namespace

// ---- What values.h needs

string quoted(const string& text)
{
    string told = "\"";
    for (size_t at = 0; at < text.size();) {
        const size_t size = utf8(text, at);
        const unsigned char first = text[at];
        if (size == 0 || first < 0x20 || first == '"' || first == '\\' || first == 0x7F) {
            char code[16];
            std::snprintf(code, sizeof code, size == 0 ? "\\\\x%02x" : "\\u%04x", first);
            told += code;
            ++at;
        } else {
            told += text.substr(at, size);
            at += size;
        }
    }
    return told + "\"";
}

// A type's name without its namespaces.
string plain_name(const std::type_info& type)
{
    int status = 0;
    char* name = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
    string told = name == nullptr ? type.name() : name;
    std::free(name);
    const size_t behind = told.find('<');
    const size_t colon = told.rfind("::", behind);
    return colon == string::npos ? told : told.substr(colon + 2);
}

string shown(double value)
{
    char text[40];
    for (int digits = 15; digits <= 17; ++digits) {
        std::snprintf(text, sizeof text, "%.*g", digits, value);
        if (std::strtod(text, nullptr) == value) {
            break;
        }
    }
    if (!std::isfinite(value)) {
        return "{\"repr\": \"" + string(text) + "\"}";
    }
    return std::strpbrk(text, ".e") == nullptr ? string(text) + ".0" : text;
}

bool to_number(const Json& json, long long& value)
{
    char* end = nullptr;
    errno = 0;
    value = std::strtoll(json.text.c_str(), &end, 10);
    return json.kind == Json::Kind::number && *end == '\0' && errno == 0;
}

bool to_number(const Json& json, unsigned long long& value)
{
    char* end = nullptr;
    errno = 0;
    value = std::strtoull(json.text.c_str(), &end, 10);
    return json.kind == Json::Kind::number && json.text[0] != '-' && *end == '\0' && errno == 0;
}

bool to_number(const Json& json, double& value)
{
    char* end = nullptr;
    value = std::strtod(json.text.c_str(), &end);
    return json.kind == Json::Kind::number && *end == '\0';
}

string Slot::given() const
{
    switch (json_.kind) {
    case Json::Kind::text:
        return "a text";
    case Json::Kind::list:
        return "a list";
    case Json::Kind::object:
        return "an object";
    default:
        return json_.kind == Json::Kind::null ? "nothing" : json_.text;
    }
}

void Slot::parse_again()
{
    json_ = Parser(write()).value();
}

string misfit(const string& type, size_t at, const Slot& slot)
{
    return "it takes " + type + " as argument " + std::to_string(at + 1) + " and is called with " + slot.given();
}

bool put(const Function& function)
{
    functions().push_back(function);
    return true;
}

bool unusable(const char* name, const string& why)
{
    return put({name, why});
}

int run_all(const string& path)
{
    report = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    std::vector<Json> requests;
    for (string line; read_line(line);) {
        requests.push_back(Parser(line).value());
    }
    for (const Json& request : requests) {
        run(request, path);
        rusage used = {};
        struct stat facts = {};
        ::getrusage(RUSAGE_CHILDREN, &used);
        ::fstat(report, &facts);
        if (facts.st_size > largest_report || seconds(used.ru_utime) + seconds(used.ru_stime) > longest_turn_s) {
            break;
        }
    }
    return 0;
}

}  // namespace grade_driver

int main(int, char* argv[])
{
    ::_exit(grade_driver::run_all(argv[1]));  // the student's own ends are none of ours
}
