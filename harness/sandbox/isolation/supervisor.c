/* Start a sandbox for each submission, and in it each of its runs in new namespaces.
 *
 *   supervisor SANDBOXES FILTER HOME_SIZE
 *   supervisor as UID COMMAND...
 *
 * SANDBOXES is a stream socket: each byte asks for a sandbox and comes with the descriptors CONTROL, STOPS and RESULTS of
 * its supervisor; the answer is a descriptor of that process, whose end is the sandbox's.
 * CONTROL is a stream socket: a request comes with the descriptors of stdin, stdout, stderr and the folder to copy
 * (harness/sandbox/isolation/supervisor_client.py packs it); the first process of the run answers with descriptors of itself,
 * of the working folder and of the home. STOPS is a pipe with numbers of runs to end: a program could hold up signals,
 * and a number that comes too late is not the next run's. RESULTS is a pipe: a struct result when nobody of a run is left
 * but its init, which ends while the harness reads.
 * SIGTERM to a supervisor kills all that is in its sandbox, whatever a run's init gets to do.
 * FILTER is a file with the filter of system calls, HOME_SIZE the bytes of the home and of /dev/shm.
 *
 * The second form is for a grader that is root: it becomes the user and group UID, without further groups, and
 * executes the command, which is the sandbox.
 *
 * Four processes:
 *   the template    has no capability, and nothing of a submission: what bubblewrap shows of the machine is copied from it
 *   the supervisor  of one submission, in namespaces of every kind that are its own; keeps CAP_SYS_ADMIN in its user
 *                   namespace; starts one run at a time
 *   the run's init  PID 1 of the run's own PID, mount and IPC namespaces; mounts, copies, starts the program,
 *                   gives up everything, kills and reaps all that the program leaves
 *   the program     no capability, no new privileges, no user namespace, the filter, its limits
 * The first three cannot be traced or looked into (PR_SET_DUMPABLE), and none of their descriptors reaches the program.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/keyctl.h>
#include <linux/seccomp.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STDIN, STDOUT, STDERR, FOLDER, DESCRIPTORS };
enum { LARGEST_REQUEST = 64 << 20, LARGEST_FILTER = 1 << 16, STACK = 1 << 16 };

struct request {                  /* followed by the limits, then by strings: the file to execute, words, variables */
    uint32_t size;                /* bytes that follow */
    uint32_t words, variables, limits;
    uint64_t disk;                /* bytes of the working folder */
    uint64_t number;
};
struct limit {
    uint64_t resource, soft, hard;
};
struct result {
    int32_t status;               /* as wait() tells it */
    int32_t not_executed;         /* the errno with which the program was not executed */
    int32_t used_network;         /* the run may have left something in the network: no other may follow in this sandbox */
    int32_t over;                 /* the init has filled in all of it */
    int64_t cpu_us, peak_kib;     /* of all that the run reaped */
};
struct program {
    const struct request *request;
    const struct limit *limits;
    const char *file;
    char **words, **variables;
    int listener;
    int failure;                  /* an errno; negative: of what comes before the program is executed */
};

static int control, stops, results;
static const char *home_size;
static struct sock_fprog filter;

static void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    _exit(1);
}

static void check(long outcome, const char *what) {
    if (outcome < 0)
        fail(what);
}

static int set_capabilities(uint32_t capabilities) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct sets[2] = {{capabilities, capabilities, 0}, {0, 0, 0}};
    return prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) || syscall(SYS_capset, &header, sets) ? -1 : 0;
}

/* Let nobody of this user trace this process or look into it. */
static void forbid_tracing(void) {
    check(prctl(PR_SET_DUMPABLE, 0, 0, 0, 0), "dumpable");
}

/* ---- descriptors on their way ---- */

union ancillary {
    char bytes[CMSG_SPACE(DESCRIPTORS * sizeof(int))];
    struct cmsghdr header;
};

static void send_descriptors(int socket, const int *descriptors, int count) {
    union ancillary ancillary = {0};
    struct iovec content = {"", 1};
    struct msghdr message = {.msg_iov = &content, .msg_iovlen = 1, .msg_control = ancillary.bytes};
    message.msg_controllen = CMSG_SPACE(count * sizeof(int));
    ancillary.header.cmsg_level = SOL_SOCKET;
    ancillary.header.cmsg_type = SCM_RIGHTS;
    ancillary.header.cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(&ancillary.header), descriptors, count * sizeof(int));
    check(sendmsg(socket, &message, MSG_NOSIGNAL), "sendmsg");
}

/* Receive the beginning of a message and all its descriptors; return its size. End with the harness. */
static size_t receive(int socket, void *target, size_t size, int *descriptors, int count) {
    union ancillary ancillary;
    struct iovec content = {target, size};
    struct msghdr message = {.msg_iov = &content, .msg_iovlen = 1, .msg_control = ancillary.bytes};
    message.msg_controllen = sizeof ancillary.bytes;
    ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (received <= 0)
        _exit(0);
    if (message.msg_controllen < CMSG_LEN(count * sizeof(int)) || message.msg_flags & MSG_CTRUNC)
        _exit(2);
    memcpy(descriptors, CMSG_DATA(&ancillary.header), count * sizeof(int));
    return received;
}

/* ---- the program ---- */

/* Load a filter that tells the run's init of calls by which a run could leave something in the network that later runs
 * share: counters, ports in use, names of sockets whose descriptors are on their way. It lets them pass; return the
 * init's end. Sockets of the machine itself (AF_UNIX) without a name leave nothing.
 */
static int watch_network(void) {
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_bind, 5, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sendmsg, 4, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sendmmsg, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog watch = {sizeof code / sizeof *code, code};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &watch);
}

/* Become the program. Shares the init's memory and descriptors until then, while the init stands still. */
static int start_program(void *argument) {
    struct program *program = argument;
    sigset_t none;
    int ok = 1;
    for (uint32_t i = 0; i < program->request->limits; i++) {
        struct rlimit limit = {program->limits[i].soft, program->limits[i].hard};
        ok = ok && !setrlimit(program->limits[i].resource, &limit);
    }
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    ok = ok && !syscall(SYS_close_range, 3, ~0U, 4 /* CLOSE_RANGE_CLOEXEC */);
    ok = ok && !set_capabilities(0);
    ok = ok && !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    ok = ok && (program->listener = watch_network()) >= 0;
    ok = ok && !syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
    if (ok)
        execve(program->file, program->words, program->variables);
    program->failure = ok ? errno : -errno;
    _exit(127);
}

/* ---- the run's init ---- */

static void mount_new(const char *type, const char *folder, unsigned long flags, const char *options) {
    check(mount(type, folder, type, MS_NOSUID | flags, options), folder);
}

/* Hide lists of what programs in other sandboxes hold (a lock may tell as much as its range has bits), and what wakes
   a program when others are short of something. */
static void hide_lists(void) {
    static const char *const lists[] = {"/proc/locks", "/proc/keys", "/proc/key-users", "/proc/pressure/cpu",
        "/proc/pressure/io", "/proc/pressure/memory", "/proc/pressure/irq"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (mount("/dev/null", lists[i], NULL, MS_BIND, NULL) && errno != ENOENT)
            fail(lists[i]);
}

static void mount_folders(uint64_t disk) {
    char options[64];
    snprintf(options, sizeof options, "mode=1777,size=%s", home_size);
    mount_new("tmpfs", "/tmp", MS_NODEV, options);
    mount_new("tmpfs", "/dev/shm", MS_NODEV, options);
    snprintf(options, sizeof options, "mode=0755,size=%llu", (unsigned long long)disk);
    mount_new("tmpfs", "/box", MS_NODEV, options);
    mount_new("devpts", "/dev/pts", MS_NOEXEC, "newinstance,ptmxmode=0666,mode=620,max=64"); /* of all the machine's */
    mount_new("proc", "/proc", MS_NODEV | MS_NOEXEC, "hidepid=1"); /* nothing of the init's, which cannot be traced */
    hide_lists();
}

static int copy_attributes(int copy, const struct stat *stats) {
    struct timespec times[2] = {stats->st_atim, stats->st_mtim};
    return fchmod(copy, stats->st_mode & 07777) || futimens(copy, times);
}

static int copy_file(int from, int to, const char *name, const struct stat *stats) {
    int source = openat(from, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC), failed = 1;
    int copy = openat(to, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    ssize_t count = 1;
    while (source >= 0 && copy >= 0 && (count = sendfile(copy, source, NULL, 1 << 30)) > 0)
        ;
    if (source >= 0 && copy >= 0 && count == 0)
        failed = copy_attributes(copy, stats);
    int error = errno;
    close(source);
    close(copy);
    errno = error;
    return failed;
}

static int copy_link(int from, int to, const char *name, const struct stat *stats) {
    char target[4096];
    ssize_t length = readlinkat(from, name, target, sizeof target - 1);
    struct timespec times[2] = {stats->st_atim, stats->st_mtim};
    if (length < 0)
        return 1;
    target[length] = 0;
    return symlinkat(target, to, name) || utimensat(to, name, times, AT_SYMLINK_NOFOLLOW);
}

static int copy_folder(int from, int to);

/* Copy what has a name in a folder into another one; what is no file, link or folder is left out. */
static int copy_entry(int from, int to, const char *name, const struct stat *stats) {
    int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    if (S_ISREG(stats->st_mode))
        return copy_file(from, to, name, stats);
    if (S_ISLNK(stats->st_mode))
        return copy_link(from, to, name, stats);
    if (S_ISDIR(stats->st_mode))
        return mkdirat(to, name, 0700) || copy_folder(openat(from, name, flags), openat(to, name, flags));
    return 0;
}

/* Copy all in a folder into another one, with permissions and times, as `cp -RPp` does; close both. */
static int copy_folder(int from, int to) {
    DIR *folder = fdopendir(from);
    struct dirent *entry;
    struct stat stats, own;
    int failed = !folder || fstat(from, &own);
    while (!failed && (errno = 0, entry = readdir(folder))) {
        const char *name = entry->d_name;
        if (!strcmp(name, ".") || !strcmp(name, ".."))
            continue;
        failed = fstatat(from, name, &stats, AT_SYMLINK_NOFOLLOW) || copy_entry(from, to, name, &stats);
        if (failed)
            fprintf(stderr, "cp: %s: %s\n", name, strerror(errno));
    }
    failed = failed || copy_attributes(to, &own);
    if (folder)
        closedir(folder);
    close(to);
    return failed;
}

/* Send the harness descriptors of this process, the working folder and the home. */
static void tell_started(int box) {
    int home = open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC), self = syscall(SYS_pidfd_open, 1, 0);
    check(self, "pidfd_open");
    check(home, "/tmp");
    send_descriptors(control, (int[]){self, box, home}, 3);
}

/* Note that the run uses the network, and let the call go on. */
static void admit_call(int listener, struct result *result) {
    struct seccomp_notif call;
    struct seccomp_notif_resp answer = {0};
    memset(&call, 0, sizeof call);
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call))
        return; /* whoever called was killed */
    result->used_network = 1;
    answer.id = call.id;
    answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

/* Wait until the program has ended, or the harness asks for its end; reap orphans meanwhile. */
static void wait_for_end(pid_t program, uint64_t number, int listener, int signals, struct result *result) {
    struct pollfd polled[3] = {{signals, POLLIN, 0}, {listener, POLLIN, 0}, {stops, POLLIN, 0}};
    struct signalfd_siginfo signal_info;
    uint64_t stopped;
    int status;
    pid_t pid;
    for (;;) {
        while ((pid = waitpid(-1, &status, WNOHANG | __WALL)) > 0)
            if (pid == program) {
                result->status = status;
                return;
            }
        if (poll(polled, 3, -1) < 0)
            continue;
        if (polled[1].revents & POLLIN)
            admit_call(listener, result);
        else if (polled[1].revents)
            polled[1].fd = -1; /* nobody is left who could call */
        if (polled[0].revents && read(signals, &signal_info, sizeof signal_info) < 0)
            return;
        if (polled[2].revents && (read(stops, &stopped, sizeof stopped) != sizeof stopped || stopped == number))
            return;
    }
}

/* Say how the run ended. Marked as over first: should the init be killed now, a result is missing and none is sent twice. */
static void tell_result(struct result *result) {
    result->over = 1;
    check(write(results, result, sizeof *result), "results");
}

/* Kill and reap everybody, and fill in what they used. A kill of all at once cannot be outrun by forks. */
static void end_run(pid_t program, struct result *result) {
    struct rusage usage;
    int status;
    pid_t pid;
    kill(-1, SIGKILL);
    while ((pid = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR)
        if (pid == program)
            result->status = status;
    getrusage(RUSAGE_CHILDREN, &usage);
    result->cpu_us = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000LL + usage.ru_utime.tv_usec
        + usage.ru_stime.tv_usec;
    result->peak_kib = usage.ru_maxrss;
    tell_result(result);
}

/* Close all descriptors from the first on but those that are kept, whatever their numbers are: the grader may have
   thousands open, and no limit on their number hinders this. */
static void close_others(unsigned first, const int *kept, int count) {
    for (;;) {
        unsigned next = ~0U; /* the lowest that is kept */
        for (int i = 0; i < count; i++)
            if (kept[i] >= 0 && (unsigned)kept[i] >= first && (unsigned)kept[i] < next)
                next = kept[i];
        if (next > first)
            check(syscall(SYS_close_range, first, next == ~0U ? next : next - 1, 0), "close_range");
        if (next == ~0U)
            return;
        first = next + 1;
    }
}

static void run_init(struct program *program, const int *descriptors, struct result *result) {
    static char stack[STACK] __attribute__((aligned(16)));
    sigset_t handled;
    int folder_flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    check(prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0), "parent death signal");
    signal(SIGTERM, SIG_DFL); /* nobody here may make it kill */
    sigemptyset(&handled);
    sigaddset(&handled, SIGCHLD);
    sigprocmask(SIG_BLOCK, &handled, NULL);
    check(setsid(), "setsid");
    mount_folders(program->request->disk);
    check(chdir("/box"), "/box");
    int box = open(".", folder_flags), signals = signalfd(-1, &handled, SFD_CLOEXEC);
    check(signals, "signalfd");
    tell_started(box);
    int errors = fcntl(2, F_DUPFD_CLOEXEC, 3);
    dup2(descriptors[STDERR], 2); /* what cannot be copied is told as the program's own fault */
    if (copy_folder(descriptors[FOLDER], open(".", folder_flags))) {
        result->status = 1 << 8;
        tell_result(result);
        _exit(0);
    }
    dup2(descriptors[STDIN], 0);
    dup2(descriptors[STDOUT], 1);
    pid_t pid = clone(start_program, stack + STACK, CLONE_VM | CLONE_VFORK | CLONE_FILES | SIGCHLD, program);
    dup2(errors, 2);
    check(pid, "clone");
    if (program->failure < 0) {
        errno = -program->failure;
        fail("before the program");
    }
    result->not_executed = program->failure;
    check(set_capabilities(0), "capset");
    int kept[] = {program->listener, signals, stops, results};
    close_others(0, kept, 4);
    wait_for_end(pid, program->request->number, program->listener, signals, result);
    end_run(pid, result);
    _exit(0);
}

/* ---- the supervisor ---- */

static void read_exactly(void *target, size_t size) {
    for (char *next = target; size > 0;) {
        ssize_t count = recv(control, next, size, 0);
        if (count <= 0)
            _exit(0);
        next += count;
        size -= count;
    }
}

static char *next_string(char **position) {
    char *string = *position;
    *position += strlen(string) + 1;
    return string;
}

static char **next_strings(char **position, uint32_t count) {
    char **strings = calloc(count + 1, sizeof *strings);
    for (uint32_t i = 0; i < count; i++)
        strings[i] = next_string(position);
    return strings;
}

static void supervise_one(struct result *result) {
    struct request request;
    int descriptors[DESCRIPTORS], status;
    struct rusage usage;
    size_t received = receive(control, &request, sizeof request, descriptors, DESCRIPTORS);
    read_exactly((char *)&request + received, sizeof request - received);
    if (request.size > LARGEST_REQUEST)
        _exit(2);
    char *content = calloc(1, request.size + 1), *position = content + request.limits * sizeof(struct limit);
    read_exactly(content, request.size);
    struct program program = {&request, (struct limit *)content, next_string(&position), 0, 0, -1, 0};
    program.words = next_strings(&position, request.words);
    program.variables = next_strings(&position, request.variables);
    memset(result, 0, sizeof *result);
    pid_t pid = syscall(SYS_clone, CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0)
        run_init(&program, descriptors, result);
    check(pid, "clone");
    for (int i = 0; i < DESCRIPTORS; i++)
        close(descriptors[i]);
    free(program.words);
    free(program.variables);
    free(content);
    while (wait4(pid, &status, __WALL, &usage) < 0 && errno == EINTR)
        ;
    if (result->over && status)
        _exit(1); /* its result may be lost: nobody shall wait for it */
    if (!result->over) { /* the init was killed, and all others with it */
        if (!WIFSIGNALED(status))
            _exit(1);
        result->status = status;
        result->used_network = 1;
        result->cpu_us = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000LL + usage.ru_utime.tv_usec
            + usage.ru_stime.tv_usec;
        check(write(results, result, sizeof *result), "results");
    }
}

static void load_filter(int descriptor) {
    static struct sock_filter code[LARGEST_FILTER / sizeof(struct sock_filter)];
    ssize_t size = pread(descriptor, code, sizeof code, 0);
    check(size, "filter");
    filter.filter = code;
    filter.len = size / sizeof *code;
}

static void write_file(const char *path, const char *content) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    check(file, path);
    check(write(file, content, strlen(content)), path);
    close(file);
}

/* Let nobody in this sandbox make user namespaces: only in one could a program gain capabilities again. */
static void forbid_user_namespaces(void) {
    write_file("/proc/sys/user/max_user_namespaces", "0");
}

/* Let this user be himself, and nobody else, in the new user namespace. */
static void map_user(uid_t uid, gid_t gid) {
    char line[64];
    check(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0), "dumpable"); /* else the files are root's */
    write_file("/proc/self/setgroups", "deny");
    snprintf(line, sizeof line, "%u %u 1", uid, uid);
    write_file("/proc/self/uid_map", line);
    snprintf(line, sizeof line, "%u %u 1", gid, gid);
    write_file("/proc/self/gid_map", line);
}

static void start_loopback(void) {
    struct ifreq interface = {.ifr_name = "lo"};
    int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (any < 0)
        return; /* a kernel without this kind of network */
    check(ioctl(any, SIOCGIFFLAGS, &interface), "lo");
    interface.ifr_flags |= IFF_UP;
    check(ioctl(any, SIOCSIFFLAGS, &interface), "lo");
    close(any);
}

static const char *devices[] = {"/dev/full", "/dev/null", "/dev/random", "/dev/tty", "/dev/urandom", "/dev/zero"};
enum { DEVICES = sizeof devices / sizeof *devices };

/* Let nobody change the times of the machine's devices, as whoever may write to one could: later runs would see them. */
static void forbid_touching_devices(void) {
    struct statvfs status;
    for (size_t i = 0; i < DEVICES; i++) {
        check(statvfs(devices[i], &status), devices[i]);
        unsigned long locked = status.f_flag & (ST_NOSUID | ST_NODEV | ST_NOEXEC); /* as mount() has them */
        check(mount(NULL, devices[i], NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | locked, NULL), devices[i]);
    }
}

/* Kill everybody in the sandbox but its supervisor, in one step of the kernel. A run's init that a program keeps from
 * running need not do anything for that: its end waits for nobody but those who die with it.
 */
static void kill_run(int number) {
    int error = errno;
    (void)number;
    kill(-1, SIGKILL);
    errno = error;
}

static void supervise(void) {
    struct sigaction killing = {.sa_handler = kill_run, .sa_flags = SA_RESTART};
    signal(SIGCHLD, SIG_DFL);
    sigaction(SIGTERM, &killing, NULL);
    check(prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0), "parent death signal");
    start_loopback();
    syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL); /* the grader's is inherited; the filter keeps programs off */
    forbid_user_namespaces();
    for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
        check(prctl(PR_CAPBSET_DROP, capability, 0, 0, 0), "bounding set");
    check(set_capabilities(1U << CAP_SYS_ADMIN), "capset");
    forbid_tracing();
    check(mount(NULL, "/", NULL, MS_PRIVATE | MS_REC, NULL), "private mounts");
    forbid_touching_devices();
    int kept[] = {control, stops, results};
    close_others(3, kept, 3);
    struct result *result = mmap(NULL, sizeof *result, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (result == MAP_FAILED)
        fail("mmap");
    for (;;)
        supervise_one(result);
}

/* ---- the template ---- */

enum {
    OF_ITS_OWN = CLONE_NEWUSER
        | CLONE_NEWPID
        | CLONE_NEWNS
        | CLONE_NEWNET
        | CLONE_NEWIPC
        | CLONE_NEWUTS
        | CLONE_NEWCGROUP,
};

/* Hold shared locks on the machine's devices: whoever asks finds them, and no lock of another program's. */
static void lock_devices(void) {
    struct flock whole = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    char name[64] = "/dev/pts/";
    int number = 0, unlock = 0, controller = open("/dev/pts/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC), terminal = -1;
    if (controller >= 0 && !ioctl(controller, TIOCSPTLCK, &unlock) && !ioctl(controller, TIOCGPTN, &number)) {
        snprintf(name, sizeof name, "/dev/pts/%d", number);
        terminal = open(name, O_RDWR | O_CLOEXEC); /* becomes this session's, as /dev/tty can be opened by no other */
    }
    for (size_t i = 0; i < DEVICES; i++) {
        int device = open(devices[i], O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
        if (device >= 0 && !flock(device, LOCK_SH | LOCK_NB))
            fcntl(device, F_OFD_SETLK, &whole);
    }
    signal(SIGHUP, SIG_IGN);
    ioctl(terminal, TIOCNOTTY);
    signal(SIGHUP, SIG_DFL);
    close(terminal);
    close(controller);
}

/* Tell whether something is mounted below a folder: that would not be seen through an overlay. */
static int has_mounts_below(const char *folder) {
    char line[8192], point[4096];
    size_t length = strlen(folder);
    FILE *mounts = fopen("/proc/self/mountinfo", "re");
    int found = !mounts;
    while (!found && fgets(line, sizeof line, mounts))
        found = sscanf(line, "%*d %*d %*s %*s %4095s", point) == 1 && !strncmp(point, folder, length)
            && point[length] == '/';
    if (mounts)
        fclose(mounts);
    return found;
}

/* Have a folder of /etc in /tmp as well: an overlay, or a copy where that would not show all. */
static int own_settings_of(const char *name, int to) {
    char source[300], target[300], options[320];
    int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    snprintf(source, sizeof source, "/etc/%s", name);
    snprintf(target, sizeof target, "/tmp/%s", name);
    snprintf(options, sizeof options, "lowerdir=%s:/box", source);
    if (mkdirat(to, name, 0755))
        return -1;
    if (!strpbrk(name, ",:\\") && !has_mounts_below(source)
        && !mount("overlay", target, "overlay", MS_RDONLY | MS_NOSUID | MS_NODEV, options))
        return 0;
    return copy_folder(open(source, flags), open(target, flags));
}

/* Have what is shown of /etc as files of this template's own; of a folder with hundreds of links a copy takes long. */
static int own_settings(void) {
    const char *memory = "mode=0755,size=64m";
    int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC, failed, to;
    struct dirent *entry;
    struct stat stats;
    DIR *folder;
    if (mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, memory))
        return -1;
    folder = opendir("/etc");
    to = open("/tmp", flags);
    failed = !folder || to < 0;
    while (!failed && (errno = 0, entry = readdir(folder))) {
        const char *name = entry->d_name;
        if (!strcmp(name, ".") || !strcmp(name, ".."))
            continue;
        failed = fstatat(dirfd(folder), name, &stats, AT_SYMLINK_NOFOLLOW);
        if (!failed)
            failed = S_ISDIR(stats.st_mode) ? own_settings_of(name, to) : copy_entry(dirfd(folder), to, name, &stats);
    }
    if (folder)
        closedir(folder);
    close(to);
    if (failed || mount("/tmp", "/etc", NULL, MS_MOVE, NULL))
        return umount2("/tmp", MNT_DETACH), -1;
    return mount(NULL, "/etc", NULL, MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV, memory);
}

/* Show the machine's files as files of this template's own, where the kernel can: locks on them, and watches of them, are
 * then in no other worker's sandboxes, whose programs run at the same moment. The pages in memory stay shared.
 */
static void have_own_files(void) {
    uid_t uid = getuid();
    gid_t gid = getgid();
    if (has_mounts_below("/usr") || unshare(CLONE_NEWUSER | CLONE_NEWNS))
        return;
    map_user(uid, gid);
    if (!mount(NULL, "/", NULL, MS_PRIVATE | MS_REC, NULL)
        && !mount("overlay", "/usr", "overlay", MS_RDONLY | MS_NOSUID | MS_NODEV, "lowerdir=/usr:/box"))
        own_settings();
    check(set_capabilities(0), "capset");
}

static void start_sandbox(int sandboxes) {
    int descriptors[3], process = -1;
    char byte;
    uid_t uid = getuid();
    gid_t gid = getgid();
    receive(sandboxes, &byte, 1, descriptors, 3);
    long pid = syscall(SYS_clone, OF_ITS_OWN | CLONE_PIDFD | SIGCHLD, 0, &process, 0, 0);
    check(pid, "namespaces");
    if (pid == 0) {
        control = descriptors[0];
        stops = descriptors[1];
        results = descriptors[2];
        map_user(uid, gid);
        supervise();
    }
    send_descriptors(sandboxes, &process, 1);
    close(process);
    for (int i = 0; i < 3; i++)
        close(descriptors[i]);
}

static int execute_as(uid_t uid, char **command) {
    check(setgroups(0, NULL), "setgroups");
    check(setresgid(uid, uid, uid), "setresgid");
    check(setresuid(uid, uid, uid), "setresuid");
    execv(command[0], command);
    fail(command[0]);
    return 2;
}

int main(int count, char **arguments) {
    if (count > 3 && !strcmp(arguments[1], "as"))
        return execute_as(strtoul(arguments[2], NULL, 10), arguments + 3);
    if (count != 4)
        return 2;
    int sandboxes = atoi(arguments[1]);
    load_filter(atoi(arguments[2]));
    home_size = arguments[3];
    check(prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0), "parent death signal");
    signal(SIGCHLD, SIG_IGN); /* the kernel reaps the supervisors */
    close_others(3, &sandboxes, 1);
    have_own_files();
    lock_devices();
    forbid_tracing();
    for (;;)
        start_sandbox(sandboxes);
}
