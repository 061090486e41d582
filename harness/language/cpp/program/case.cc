// One case, in a process of its own: its calls are made one after the other, each reported at once. Part of driver.cc.

namespace grade_driver {

namespace {

// Filled while the student's objects are initialised, so made when it is first asked for.
std::vector<Function>& functions()
{
    static std::vector<Function> all;
    return all;
}

std::vector<Field>& fields()
{
    static std::vector<Field> all;
    return all;
}

std::map<string, Slot>& variables()
{
    static std::map<string, Slot> all;
    return all;
}

constexpr size_t largest_output = 1 << 20;
#ifdef GRADE_ARGUMENTS_MAY_BE_FREED
constexpr bool shows_arguments = false;
#else
constexpr bool shows_arguments = true;
#endif
constexpr size_t largest_case = 8 << 20;

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

class Child {
public:
    Child(const Json& request, const string& path, int parent)
        : request_(request), number_(member(request, "case").text), parent_(parent), pid_(::getpid())
    {
        ::setsid();
        const double cpu = std::atof(member(request, "cpu").text.c_str());
        const rlim_t seconds = std::max<rlim_t>(1, std::ceil(cpu));
        const rlimit limit = {seconds, seconds + 1};  // SIGXCPU first, which tells
        ::setrlimit(RLIMIT_CPU, &limit);
        if (cpu < static_cast<double>(seconds)) {  // that limit counts whole seconds
            const double whole = std::floor(cpu);
            const itimerval timer = {{0, 0}, {static_cast<time_t>(whole), static_cast<suseconds_t>((cpu - whole) * 1e6)}};
            ::setitimer(ITIMER_PROF, &timer, nullptr);
        }
        const string name = path + ".stdout";
        output_ = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
        ::unlink(name.c_str());
        const int null = ::open("/dev/null", O_RDWR);
        if (member(request, "streams").text != "true") {
            ::dup2(null, 0);
            ::dup2(null, 2);
        }
        ::dup2(output_, 1);
    }

    void run()
    {
        watch_signals();
        const Json& let = member(request_, "let");
        for (size_t at = 0; at < let.keys.size(); ++at) {
            variables().emplace(let.keys[at], Slot(let.items[at]));
        }
        const Json& calls = member(request_, "calls");
        for (size_t at = 0; at < calls.items.size(); ++at) {
            if (!step(at, calls.items[at])) {
                break;
            }
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

    // The arguments of one call, the object of a method first; those that are no variables are kept in `own`.
    Arguments arguments(const Json& call, std::vector<Slot>& own)
    {
        const Json& args = member(call, "args");
        own.clear();
        own.reserve(args.items.size());
        Arguments found;
        if (Slot* object = owner(call)) {
            found.push_back(object);
        }
        for (const Json& arg : args.items) {
            const Json& name = member(arg, "var");
            Slot* known = name.kind == Json::Kind::text ? variable(name.text) : nullptr;
            if (known == nullptr) {
                own.emplace_back(member(arg, "value"));
                known = &own.back();
            }
            found.push_back(known);
        }
        return found;
    }

    // The object that a call is made on; nullptr where it is made on none.
    static Slot* owner(const Json& call)
    {
        const Json& name = member(member(call, "of"), "var");
        return name.kind == Json::Kind::text ? variable(name.text) : nullptr;
    }

    static bool means(const Json& named, const string& name)
    {
        const bool fold = member(named, "fold").text == "true";
        for (const Json& wanted : member(named, "functions").items) {
            if (fold ? lowered(name) == lowered(wanted.text) : name == wanted.text) {
                return true;
            }
        }
        return false;
    }

    static string joined(const Json& named)
    {
        string names;
        for (const Json& name : member(named, "functions").items) {
            names += (names.empty() ? "" : " or ") + name.text;
        }
        return names;
    }

    // Whether a function is of the sort that a call means; whose it is, is found out by its arguments.
    static bool fits(const Function& function, const Json& call)
    {
        const Json& of = member(call, "of");
        if (member(call, "new").text == "true") {
            return function.sort == Sort::constructor && means(call, function.owner);
        }
        if (!means(call, function.name)) {
            return false;
        }
        if (of.keys.empty()) {
            return function.owner.empty();
        }
        return owner(call) != nullptr ? function.sort == Sort::method : function.sort == Sort::fixed && means(of, function.owner);
    }

    // The function that a call means; nullptr with a sentence when there is none.
    const Function* find(const Json& call, string& problem)
    {
        const size_t arity = member(call, "args").items.size() + (owner(call) == nullptr ? 0 : 1);
        bool is_class = false;
        for (const Json& name : member(call, "functions").items) {
            Json one = call;
            for (size_t at = 0; at < one.keys.size(); ++at) {
                if (one.keys[at] == "functions") {
                    one.items[at].items = {name};
                }
            }
            for (const Function& function : functions()) {
                is_class = is_class || means(member(call, "of"), function.owner);
                if (!fits(function, one)) {
                    continue;
                }
                std::vector<Slot> own;
                const size_t hidden = owner(call) == nullptr ? 0 : 1;
                string why = function.unusable;
                if (why.empty() && function.arity != arity) {
                    const string takes = std::to_string(function.arity - hidden);
                    why = "it takes " + takes + (takes == "1" ? " argument" : " arguments") + " and is called with "
                          + std::to_string(arity - hidden);
                }
                if (why.empty()) {
                    why = function.make(function, arguments(call, own));
                }
                if (why.empty()) {
                    return &function;
                }
                const string shown = function.sort == Sort::constructor ? function.owner : function.name;
                problem = problem.empty() && why != not_of_this_class ? shown + " cannot be called: " + why : problem;
            }
        }
        problem = problem.empty() ? absent(call, is_class) : problem;
        return nullptr;
    }

    static string absent(const Json& call, bool is_class)
    {
        const Json& of = member(call, "of");
        if (member(call, "new").text == "true") {
            return "there is no class " + joined(call);
        }
        if (Slot* object = owner(call)) {
            if (joined(call).rfind("operator", 0) == 0) {
                return "there is no " + joined(call) + " for " + object->type_name() + " and these operands";
            }
            return "there is no method " + joined(call) + " in the class " + object->type_name();
        }
        if (of.keys.empty()) {
            for (const Function& function : functions()) {
                if (means(call, function.name) && function.sort != Sort::constructor) {
                    return function.name + " cannot be called: it is a member of " + function.owner
                           + ", but it must be a function of its own";
                }
            }
            return "there is no function " + joined(call);
        }
        const string name = joined(of);
        return is_class ? "there is no method " + joined(call) + " in the class " + name : "there is no class " + name;
    }

    // Make a call and report it; false when the ones behind it cannot be made.
    bool step(size_t at, const Json& call)
    {
        const Json& of = member(member(call, "of"), "var");
        if (of.kind == Json::Kind::text && owner(call) == nullptr) {
            return false;
        }
        const string& keep = member(call, "keep").text;
        const string begin = "{\"case\": " + number_ + ", \"call\": " + std::to_string(at) + ", \"function\": ";
        if (member(call, "functions").items.empty()) {
            tell(begin + "\"\", \"fields\": {" + fields_of(*owner(call), call) + "}}\n");
            return true;
        }
        string problem;
        const Function* function = find(call, problem);
        if (function == nullptr) {
            tell(begin + quoted(member(call, "functions").items.at(0).text) + ", \"missing\": " + quoted(problem) + "}\n");
            return keep.empty();
        }
        const bool made = function->sort == Sort::constructor;
        string returned = "null";
        string raised;
        Arguments args;
        std::vector<Slot> own;
        Slot result((Json()));
        const string& often = member(call, "repeat").text;
        const string& elements = member(call, "elements").text;
        for (long left = often.empty() ? 1 : std::atol(often.c_str()); left > 0 && raised.empty(); --left) {
            args = arguments(call, own);
            function->make(*function, args);
            output();
            try {
                returned = function->call(*function, args, result, elements.empty() ? -1 : std::atol(elements.c_str()));
            } catch (const Leaving&) {  // see stack.cc
            } catch (const std::exception& error) {
                raised = exception(typeid(error), error.what());
            } catch (...) {
                const std::type_info* type = abi::__cxa_current_exception_type();
                raised = type == nullptr ? "\"raised\": \"unknown\"" : exception(*type, "");
            }
            raised += raised.empty() ? "" : trace_member();
            if (::getpid() != pid_) {
                ::_exit(0);  // a process that the function made by fork
            }
        }
        string after;
        const bool asked = member(call, "after").text == "true";
        const bool on_object = owner(call) != nullptr;
        for (size_t place = on_object ? 1 : 0; place < args.size(); ++place) {
            after += (after.empty() ? "" : ", ") + (shows_arguments || asked ? args[place]->write() : "null");
        }
        string line = begin + quoted(made ? function->owner : function->name);
        line += ", \"returned\": " + (raised.empty() && !made ? returned : "null") + (raised.empty() ? "" : ", " + raised);
        Slot* object = made ? &result : owner(call);
        line += ", \"fields\": {" + (raised.empty() && object != nullptr ? fields_of(*object, call) : "") + "}";
        tell(line + ", \"after\": [" + after + "], \"stdout\": \"" + base64(output()) + "\"}\n");
        if (!keep.empty() && raised.empty()) {
            variables().erase(keep);
            variables().emplace(keep, result);
        }
        return keep.empty() || raised.empty();
    }

    // The requested fields of an object, each by the first of its names that there is.
    static string fields_of(Slot& object, const Json& call)
    {
        string written;
        for (const Json& wanted : member(call, "fields").items) {
            for (size_t begin = 0, end = 0; end != string::npos; begin = end + 1) {
                end = wanted.text.find('|', begin);
                const string value = field_of(object, wanted.text.substr(begin, end == string::npos ? end : end - begin));
                if (!value.empty()) {
                    written += (written.empty() ? "" : ", ") + quoted(wanted.text) + ": " + value;
                    break;
                }
            }
        }
        return written;
    }

    static string field_of(Slot& object, const string& name)
    {
        for (const Field& field : fields()) {
            if (field.name.empty() || field.name == name) {
                const string value = field.write(object, name);
                if (!value.empty()) {
                    return value;
                }
            }
        }
        return "";
    }

    static string exception(const std::type_info& type, const string& message)
    {
        string bases;
        const auto* single = dynamic_cast<const abi::__si_class_type_info*>(&type);
        for (; single != nullptr; single = dynamic_cast<const abi::__si_class_type_info*>(single->__base_type)) {
            bases += (bases.empty() ? "" : ", ") + quoted(plain_name(*single->__base_type));
        }
        return "\"raised\": " + quoted(plain_name(type)) + ", \"message\": " + quoted(message.substr(0, 300)) + ", \"bases\": [" + bases + "]";
    }

    // What was written to stdout since the last time.
    string output()
    {
        std::cout.flush();
        std::clog.flush();
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
};

}  // namespace

// ---- What values.h needs

string Slot::given() const
{
    switch (json_.kind) {
    case Json::Kind::text:
        return "a text";
    case Json::Kind::list:
        return "a list";
    case Json::Kind::object:
    case Json::Kind::pairs:
    case Json::Kind::variable:
        return "an object";
    default:
        return json_.kind == Json::Kind::null ? held_ == nullptr ? "nothing" : "an object" : json_.text;
    }
}

void Slot::parse_again()
{
    json_ = Parser(write()).value();
}

Slot* variable(const string& name)
{
    const auto known = variables().find(name);
    return known == variables().end() ? nullptr : &known->second;
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

bool put(const Field& field)
{
    fields().push_back(field);
    return true;
}

bool unusable(const char* owner, const char* name, const string& why)
{
    Function function;
    function.owner = owner;
    function.name = name;
    function.unusable = why;
    function.sort = *owner == 0 ? Sort::plain : function.name == owner ? Sort::constructor : Sort::method;
    return put(function);
}

}  // namespace grade_driver
