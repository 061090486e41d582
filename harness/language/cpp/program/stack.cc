// Where the program was when an exception left a call, or when a signal ended it. Part of driver.cc.
//
// While an exception looks for a handler, nothing is undone yet: each handler is asked whether it takes it. After those
// of the student's own functions comes one for a type that nobody throws. It takes nothing, and notes the stack. So an
// exception that they catch themselves costs nothing and is never shown.

#include <link.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unwind.h>

namespace grade_driver {

struct Leaving {
    virtual ~Leaving();  // declared alone: so the compiler takes `watcher` for the type
};

namespace {

constexpr size_t most_frames = 80;
constexpr size_t longest_trace = 1 << 14;

struct Stack {
    pid_t pid;   // whose it is: not that of a process that a function made by fork
    int signal;  // 0: an exception left the call
    bool full;
    size_t count;
    uintptr_t addresses[most_frames];  // innermost first, as the linker counts them
};

Stack* stack = nullptr;  // shared with the processes of the cases
uintptr_t load_address = 0;
string executable;

extern "C" const char __executable_start, etext;

_Unwind_Reason_Code note_frame(_Unwind_Context* context, void*)
{
    int is_exact = 0;
    const uintptr_t address = _Unwind_GetIPInfo(context, &is_exact);
    const bool is_own = address >= reinterpret_cast<uintptr_t>(&__executable_start) && address < reinterpret_cast<uintptr_t>(&etext);
    if (is_own) {
        stack->addresses[stack->count++] = address - (is_exact ? 0 : 1) - load_address;
    }
    return stack->count < most_frames ? _URC_NO_REASON : _URC_END_OF_STACK;
}

void note_stack()
{
    if (stack != nullptr) {
        stack->pid = ::getpid();
        stack->signal = 0;
        stack->count = 0;
        _Unwind_Backtrace(note_frame, nullptr);
    }
}

class Watcher : public std::type_info {
public:
    Watcher() : std::type_info("Leaving") {}
    bool __do_catch(const std::type_info*, void**, unsigned) const override
    {
        note_stack();
        return false;
    }
};

uintptr_t outermost = 0;  // where the stack begins, about

// Whether the memory that a program must not use is where its stack would have to grow to.
bool is_stack_full(int signal, const siginfo_t* reason)
{
    rlimit limit = {};
    const bool known = signal == SIGSEGV && ::getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    const uintptr_t address = reinterpret_cast<uintptr_t>(reason->si_addr);
    return known && address < outermost && outermost - address > limit.rlim_cur / 10 * 9 && outermost - address < limit.rlim_cur + (1 << 20);
}

// A student may have functions called signal and raise, so nothing is called by these names.
void note_crash(int signal, siginfo_t* reason, void*)
{
    static volatile sig_atomic_t first = 0;
    if (first == 0) {
        first = signal;
        if (stack != nullptr) {
            stack->full = is_stack_full(signal, reason);
        }
        note_stack();  // where the stack is destroyed this may end in another signal
        if (stack != nullptr) {
            stack->signal = signal;
        }
    }
    ::syscall(SYS_tgkill, ::syscall(SYS_getpid), ::syscall(SYS_gettid), first);  // its action is the usual one again
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// Ask for the stack of a process that a signal ends; the stack may be what is full.
void watch_signals()
{
    static char room[1 << 16];
    stack_t alternative = {};
    alternative.ss_sp = room;
    alternative.ss_size = sizeof room;
    ::sigaltstack(&alternative, nullptr);
    struct sigaction action = {};
    action.sa_sigaction = note_crash;
    action.sa_flags = SA_ONSTACK | SA_SIGINFO | SA_RESETHAND;
    outermost = reinterpret_cast<uintptr_t>(&action);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
        ::sigaction(signal, &action, nullptr);
    }
}

int find_load_address(dl_phdr_info* program, size_t, void*)
{
    load_address = program->dlpi_addr;
    return 1;  // the first is the program itself
}

void share_stack()
{
    char path[4096];
    const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path);
    void* const memory = ::mmap(nullptr, sizeof(Stack), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (length <= 0 || memory == MAP_FAILED || string(path, length).find('\'') != string::npos) {
        return;
    }
    executable.assign(path, length);
    ::dl_iterate_phdr(find_load_address, nullptr);
    stack = static_cast<Stack*>(memory);
    note_stack();  // now, so that nothing has to be loaded for it in a program that crashes
    stack->count = 0;
}

// The frames of the noted stack, each with its function, file and line; a part of a JSON object.
string trace_member()
{
    if (stack == nullptr || stack->count == 0) {
        return "";
    }
    string command = "addr2line -pfC -e '" + executable + "'";
    for (size_t at = 0; at < stack->count && at < most_frames; ++at) {
        char address[32];
        std::snprintf(address, sizeof address, " %#lx", static_cast<unsigned long>(stack->addresses[at]));
        command += address;
    }
    std::FILE* const frames = ::popen((command + " 2>/dev/null").c_str(), "re");
    string trace(longest_trace, '\0');
    trace.resize(frames == nullptr ? 0 : std::fread(&trace[0], 1, trace.size(), frames));
    if (frames != nullptr) {
        ::pclose(frames);
    }
    return ", \"trace\": " + quoted((stack->full ? "stack full\n" : "") + trace);
}

}  // namespace

extern const Watcher watcher asm("_ZTIN12grade_driver7LeavingE");
const Watcher watcher;

}  // namespace grade_driver
