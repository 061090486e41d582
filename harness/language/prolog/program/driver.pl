/*  Asks goals of a student's program: a case a line from stdin, what came of it to the file of the first argument.

    Each case runs in a fork of its own, where the student's files are loaded too, so that nothing of them ever
    runs here.
*/

:- module(grade_driver, []).
:- set_prolog_flag(gc_thread, false).    % a process with a second thread cannot be forked
:- use_module(library(apply)).
:- use_module(library(base64)).
:- use_module(library(http/json)).
:- use_module(library(lists)).
:- use_module(library(prolog_code)).
:- use_module(library(prolog_codewalk)).
:- use_module(library(prolog_stack)).
:- use_module(library(readutil)).
:- use_module(library(unix)).
:- use_module(values).

longest_turn(5).             % seconds; the driver is started again for the cases that are left
longest_loading(3).          % seconds of CPU time
most_solutions(50_000).
most_text(4_000_000).        % characters of all solutions of one call
most_output(1_048_576).
suffix(pl).
suffix(pro).
suffix(prolog).

:- dynamic
    report/1,                % the file's name: a stream could be closed by the student's code
    asked/3,                 % number and name (as JSON) of the call that is being made, and whether it is the last
    phase/1,                 % loading, calling or over
    case/1,
    solution/1,              % the solutions of this call, as JSON
    text_left/1,
    missing_name/1,
    signalled/1,             % the phase that was asked to stop
    only_definitions/0.      % loading the files as they are ended the process

% ---- The parent -----------------------------------------------------------------------------------

main :-
    current_prolog_flag(argv, Arguments),
    last(Arguments, Report),
    asserta(report(Report)),
    set_stream(user_input, encoding(utf8)),
    all_requests(Requests),
    maplist(must_be_readable, Requests),
    get_time(Start),
    run_all(Requests, Start),
    halt(0).

%   A file holds them where standard input is that of the calls.
all_requests(Requests) :-
    File = '.grade/requests',
    (   exists_file(File)
    ->  setup_call_cleanup(open(File, read, In, [encoding(utf8)]), requests(In, Requests), close(In)),
        delete_file(File)
    ;   requests(user_input, Requests)
    ).

requests(Stream, Requests) :-
    read_line_to_string(Stream, Line),
    (   Line == end_of_file
    ->  Requests = []
    ;   open_string(Line, Text),
        json_read_dict(Text, Request, [value_string_as_atom(false), null(null), true(true), false(false)]),
        Requests = [Request|More],
        requests(Stream, More)
    ).

%   The spec may ask for what cannot be read as a goal: that is reported before any case.
must_be_readable(Request) :-
    maplist(must_be_readable_, Request.calls).

must_be_readable_(Call) :-
    maplist(get_dict(value), Call.args, Values),
    catch(arguments(grade_driver, Values, _, _), error(syntax_error(What), _),
          ( format(user_error, "the arguments of ~w are no terms: ~w~n", [Call.functions, What]),
            halt(2)
          )).

run_all([], _).
run_all([Request|Requests], Start) :-
    run(Request),
    get_time(Now),
    longest_turn(Longest),
    (   Now - Start > Longest
    ->  true
    ;   run_all(Requests, Start)
    ).

%   A file may run its own program when it is loaded, and halt, or wait for input without end: then it is loaded a
%   second time, without the directives that only do something.  The line behind the child's end is passed over
%   where the child has said itself how the case ended.
run(Request) :-
    tell("{\"begin\": ~d}", [Request.case]),
    in_child(Request, Status),
    (   loaded_marker(Request.case, Marker),
        \+ exists_file(Marker),
        \+ only_definitions
    ->  asserta(only_definitions),
        in_child(Request, Last)
    ;   Last = Status
    ),
    ( Last = exited(Number) -> How = exit ; Last = signaled(Number), How = signal ),
    tell("~n{\"end\": ~d, \"~w\": ~d}", [Request.case, How, Number]).

in_child(Request, Status) :-
    fork(Pid),
    (   Pid == child
    ->  child(Request)
    ;   wait(Pid, Status)
    ).

loaded_marker(Case, File) :-
    report(Report),
    format(atom(File), "~w.~d.loaded", [Report, Case]).

tell(Format, Arguments) :-
    report(Report),
    setup_call_cleanup(open(Report, append, Out, [encoding(utf8)]),
                       ( format(Out, Format, Arguments), nl(Out) ),
                       close(Out)).

% ---- The child: everything below may run beside the student's code ---------------------------------

child(Request) :-
    catch(child_(Request), Error, ( print_message(error, Error), halt(1) )),
    halt(0).

child_(Request) :-
    report(Report),
    format(atom(Output), "~w.~d.stdout", [Report, Request.case]),
    format(atom(Errors), "~w.~d.stderr", [Report, Request.case]),
    streams_of_calls(Request, Streams),
    streams(Output, Errors),
    (   get_dict(argv, Request, Texts)
    ->  maplist([Text, Atom]>>atom_string(Atom, Text), Texts, Argv)
    ;   Argv = []
    ),
    set_prolog_flag(argv, [swipl|Argv]),
    asserta(case(Request.case)),
    asserta(phase(loading)),
    thread_self(Main),
    Cpu = Request.cpu,
    thread_create(watch(Main, Cpu), _, [alias(grade_watch)]),
    load(Request.calls),
    captured(Output, _),
    report_loading(Request.case, Errors),
    give_streams(Streams),
    calls(Request.calls, 0, call(Output, Errors), Way),
    enter(over),
    (   Way == done
    ->  tell("{\"end\": ~d, \"get\": {}}", [Request.case])
    ;   tell("{\"end\": ~d, \"limit\": \"~w\"}", [Request.case, Way])
    ),
    kill_self.

%   Not by halt/0, which would run what the student's code asked to be run at the end.
kill_self :-
    current_prolog_flag(pid, Pid),
    kill(Pid, 9).

enter(Phase) :-
    retractall(phase(_)),
    asserta(phase(Phase)).

streams(Output, Errors) :-
    open('/dev/null', read, Null),
    dup(Null, user_input),
    to_file(user_output, Output),
    to_file(user_error, Errors).

%   Standard input and standard error of the calls, apart from those of loading; none where nobody asks for them.
streams_of_calls(Request, streams(Input, Error)) :-
    get_dict(streams, Request, true),
    !,
    open('/dev/null', read, Input),
    dup(user_input, Input),
    open('/dev/null', write, Error),
    dup(user_error, Error).
streams_of_calls(_, none).

give_streams(none).
give_streams(streams(Input, Error)) :-
    dup(Input, user_input),
    flush_output(user_error),
    dup(Error, user_error).

to_file(Stream, File) :-
    open(File, write, To),
    flush_output(Stream),
    dup(To, Stream),
    close(To).

%!  captured(+File, -Text) is det.
%
%   What was written to standard output since the last time.

captured(File, Text) :-
    catch(flush_output(user_output), _, true),
    catch(flush_output, _, true),
    setup_call_cleanup(open(File, read, In, [type(binary)]),
                       ( most_output(Most), read_string(In, Most, Octets) ),
                       close(In)),
    base64_encoded(Octets, Text, [encoding(octet), as(string)]),
    catch(to_file(user_output, File), _, true).

% ---- Limits ---------------------------------------------------------------------------------------

%   From a thread of its own. A signal ends what respects signals, and what it has found by then is still reported;
%   whatever goes on is killed, with the solutions reported that it had found.
watch(Main, Cpu) :-
    longest_loading(Longest),
    Most is min(Longest, Cpu),
    watch_phase(loading, Main, Most),
    watch_phase(calling, Main, Cpu).

watch_phase(Phase, Main, Most) :-
    used(Used, Wall),
    watch_until(Phase, Main, Used, Wall, Most).

watch_until(Phase, Main, Cpu0, Wall0, Most) :-
    (   phase(Phase)
    ->  thread_self(Me),
        ( thread_get_message(Me, stop, [timeout(0.05)]) -> true ; true ),
        used(Cpu, Wall),
        (   over(Cpu - Cpu0, Wall - Wall0, Most, What)
        ->  (   over(Cpu - Cpu0 - 1, Wall - Wall0 - 3, Most, _), phase(Phase)
            ->  give_up(Phase, What)
            ;   signalled(Phase)
            ->  true
            ;   asserta(signalled(Phase)),
                catch(thread_signal(Main, grade_driver:stop(Phase, What)), _, true)
            ),
            ( thread_get_message(Me, stop, [timeout(0.3)]) -> true ; true )
        ;   true
        ),
        watch_until(Phase, Main, Cpu0, Wall0, Most)
    ;   true
    ).

used(Cpu, Wall) :-
    statistics(process_cputime, Cpu),
    get_time(Wall).

over(Cpu, _, Most, cpu) :- Cpu > Most, !.
over(_, Wall, Most, wall) :- Wall > 3 * Most + 5.

%   Once, and only where somebody catches it.
stop(Phase, What) :-
    (   phase(Phase),
        ( Phase == loading ; asked(_, _, _) )
    ->  throw(grade_limit(What))
    ;   true
    ).

give_up(Phase, What) :-
    case(Case),
    (   Phase == calling,
        asked(Call, Name, _)
    ->  all_solutions(Solutions),
        tell("{\"case\": ~d, \"call\": ~d, \"function\": ~s, \"solutions\": ~s, \"stopped\": \"~w\", \"stdout\": \"\"}",
             [Case, Call, Name, Solutions, What])
    ;   Phase == loading
    ->  kill_self
    ;   true
    ),
    (   asked(_, _, last)
    ->  tell("{\"end\": ~d, \"get\": {}}", [Case])
    ;   tell("{\"end\": ~d, \"limit\": \"~w\"}", [Case, What])
    ),
    kill_self.

% ---- Loading --------------------------------------------------------------------------------------

%   The second time directives that only do something are left out.
:- multifile system:term_expansion/2.
:- dynamic system:term_expansion/2.
system:term_expansion(( :- Directive ), []) :-
    grade_driver:only_definitions,
    \+ grade_driver:declares(Directive).
system:term_expansion(( ?- _ ), []) :-
    grade_driver:only_definitions.

declares(Directive) :-
    var(Directive),
    !.
declares(( One, Other )) :-
    !,
    declares(One),
    declares(Other).
declares([_|_]).
declares(Directive) :-
    functor(Directive, Name, _),
    memberchk(Name, [ module, use_module, ensure_loaded, consult, load_files, include, dynamic, discontiguous, multifile,
                      table, op, set_prolog_flag, style_check, assert, asserta, assertz, retractall, nb_setval,
                      meta_predicate, module_transparent, encoding, reexport, autoload, license, initialize ]).

%   The file that defines what is asked for, and more files only as far as something is lacking then.
load(Calls) :-
    catch(load_files_for(Calls), Error, note_error(Error)),
    enter(calling),
    case(Case),
    loaded_marker(Case, Marker),
    open(Marker, write, Out),
    close(Out).

load_files_for(Calls) :-
    sources(Sources),
    findall(Name, ( member(Call, Calls), wanted(Call, Name) ), Names),
    map_list_to_pairs(rank(Names), Sources, Ranked),
    keysort(Ranked, Sorted),
    pairs_values(Sorted, [First|Others]),
    load_one(First),
    complete(Others, Calls).

wanted(Call, Name) :-
    member(Text, Call.functions),
    (   get_dict(fold, Call, true)
    ->  string_lower(Text, Name)
    ;   Name = Text
    ).

complete([], _) :- !.
complete(Others, Calls) :-
    exclude(loaded, Others, [Next|Rest]),
    lacking(Calls),
    !,
    load_one(Next),
    complete(Rest, Calls).
complete(_, _).

loaded(File) :-
    absolute_file_name(File, Path),
    source_file(Path).

lacking(Calls) :-
    member(Call, Calls),
    \+ found(Call, _),
    !.
lacking(_) :-
    catch(prolog_walk_code([ undefined(trace), autoload(true), module_class([user]), source(false),
                             on_trace(grade_driver:note_missing) ]), _, true),
    retract(missing_name(_)),
    retractall(missing_name(_)),
    !.

:- public note_missing/3.
note_missing(Callee, _, _) :-
    strip_module(Callee, _, Goal),
    callable(Goal),
    functor(Goal, Name, _),
    assertz(missing_name(Name)).

load_one(File) :-
    absolute_file_name(File, Path),
    catch(load_files(user:Path, [if(not_loaded)]), Error, note_error(Error)).

note_error(_) :-
    \+ only_definitions,
    kill_self.             % there is a second time
note_error(grade_limit(_)) :- !.
note_error(Error) :-
    print_message(error, Error).

%!  sources(-Files) is det.
%
%   All files of the student's with an ending of Prolog's.

sources(Files) :-
    findall(File, source_below('.', 0, File), All),
    sort(All, Files).

source_below(Folder, Depth, File) :-
    Depth < 16,
    catch(directory_files(Folder, Names), _, fail),
    member(Name, Names),
    \+ sub_atom(Name, 0, 1, _, '.'),
    \+ sub_atom(Name, 0, 2, _, '__'),
    ( Folder == '.' -> Path = Name ; atomic_list_concat([Folder, Name], /, Path) ),
    (   exists_directory(Path)
    ->  Below is Depth + 1,
        source_below(Path, Below, File)
    ;   file_name_extension(_, Extension, Name),
        downcase_atom(Extension, Suffix),
        suffix(Suffix),
        exists_file(Path),
        File = Path
    ).

%   Lower is better: it defines most of what is asked for, it is no older copy or test by its name, it stands higher.
rank(Names, File, rank(Misses, Aside, Depth, Length)) :-
    catch(read_file_to_string(File, Text, [encoding(octet)]), _, Text = ""),
    string_lower(Text, Lower),
    split_string(Lower, "\n", "\r\t \u00ef\u00bb\u00bf", Lines),
    include([Name]>>( string_lower(Name, Low), \+ ( member(Line, Lines), defines(Line, Low) ) ), Names, Missing),
    length(Missing, Misses),
    file_base_name(File, Base0),
    downcase_atom(Base0, Base),
    (   member(Word, [old, backup, copy, test, draft, bak]), sub_atom(Base, _, _, _, Word)
    ->  Aside = 1
    ;   Aside = 0
    ),
    atomic_list_concat(Parts, /, File),
    length(Parts, Depth),
    atom_length(Base, Length).

defines(Line, Name) :-
    string_concat(Name, Rest, Line),
    split_string(Rest, "", " \t", [Tail]),
    string_concat("(", _, Tail).

% ---- Calling --------------------------------------------------------------------------------------

calls([], _, _, done).
calls([Call|Calls], Number, Files, Way) :-
    (   found(Call, Module:Name)
    ->  ( Calls == [] -> Place = last ; Place = inner ),
        ask(Call, Number, Place, Module, Name, Files, Stopped),
        Next is Number + 1,
        (   memberchk(Stopped, [cpu, wall]), Calls = [_|_]
        ->  Way = Stopped
        ;   calls(Calls, Next, Files, Way)
        )
    ;   why_missing(Call, Files, Why),
        case(Case),
        Call.functions = [Function|_],
        json_text(Function, FunctionText),
        json_text(Why, WhyText),
        tell("{\"case\": ~d, \"call\": ~d, \"function\": ~s, \"missing\": ~s}", [Case, Number, FunctionText, WhyText]),
        Way = done
    ).

%!  found(+Call, -Predicate) is semidet.
%
%   In user, where files without a module go, or in any module of the student's, exported or not. For phrase it is
%   the grammar rule that has to be the student's.

found(Call, Module:Name) :-
    length(Call.args, Arity),
    member(Text, Call.functions),
    of_student(Module, Name, Arity),
    fits(Call, Text, Name),
    !.
found(Call, Module:phrase) :-
    grammar_rule(Call, Rule, Others),
    Arity is Others + 2,
    of_student(Module, Rule, Arity),
    !.

of_student(Module, Name, Arity) :-
    ( Module = user ; current_module(Module), Module \== user, of_student(Module) ),
    current_predicate(Module:Name/Arity),
    functor(Head, Name, Arity),
    \+ ( predicate_property(Module:Head, imported_from(From)), \+ of_student(From) ),
    predicate_property(Module:Head, defined).

%   The rule that a call of phrase begins with.
grammar_rule(Call, Rule, Arity) :-
    memberchk("phrase", Call.functions),
    maplist(get_dict(value), Call.args, Values),
    length(Values, Length),
    memberchk(Length, [2, 3]),
    arguments(grade_driver, Values, [Body|_], _),
    callable(Body),
    functor(Body, Rule, Arity).

of_student(Module) :-
    module_property(Module, class(user)),
    \+ memberchk(Module, [grade_driver, grade_values]).

fits(Call, Text, Name) :-
    (   get_dict(fold, Call, true)
    ->  string_lower(Text, Low),
        string_lower(Name, Low)
    ;   atom_string(Name, Text)
    ).

ask(Call, Number, Place, Module, Name, call(Output, _), Stopped) :-
    maplist(get_dict(value), Call.args, Values),
    arguments(Module, Values, Args, Bindings),
    Goal =.. [Name|Args],
    json_text(Name, NameText),
    retractall(asked(_, _, _)),
    asserta(asked(Number, NameText, Place)),
    bound(Call, first, First),
    bound(Call, inferences, Inferences),
    % The limit may strike while the inner handler is entered or left, too.
    catch(answers(Module:Goal, Bindings, First, Inferences, Ending, Used),
          grade_limit(What), ( Ending = stopped(What), Used = 0 )),
    retractall(asked(_, _, _)),
    case(Case),
    all_solutions(Solutions),
    captured(Output, Text),
    ending(Ending, Entries, Stopped),
    tell("{\"case\": ~d, \"call\": ~d, \"function\": ~s, \"solutions\": ~s, \"inferences\": ~d, \"stdout\": \"~s\"~s}",
         [Case, Number, NameText, Solutions, Used, Text, Entries]).

bound(Call, Key, Bound) :-
    (   get_dict(Key, Call, Bound),
        integer(Bound)
    ->  true
    ;   Bound = none
    ).

ending(failed(Choice), Text, "") :-
    format(string(Text), ", \"choice\": ~w", [Choice]).
ending(exited(Choice), Text, "") :-
    format(string(Text), ", \"choice\": ~w", [Choice]).
ending(stopped(What), Text, What) :-
    format(string(Text), ", \"stopped\": \"~w\"", [What]).
ending(raised(Error), Text, "") :-
    simple_name(Error, Name),
    without_stack(Error, Plain),
    message(Plain, Message),
    json_text(Name, NameText),
    json_text(Message, MessageText),
    trace_of(Error, Trace),
    json_text(Trace, TraceText),
    format(string(Text), ", \"raised\": ~s, \"message\": ~s, \"trace\": ~s", [NameText, MessageText, TraceText]).

%!  trace_of(+Error, -Text) is det.
%
%   The places of the innermost frames in files, the innermost first, as SWI-Prolog itself writes places.

trace_of(Error, Text) :-
    (   catch(findall(Place, place_of(Error, Place), Places), _, fail)
    ->  atomic_list_concat(Places, Text)
    ;   Text = ""
    ).

most_frames(50).

frames(Error, Frames) :-
    subsumes_term(error(_, context(prolog_stack(_), _)), Error),
    Error = error(_, context(prolog_stack(Frames), _)),
    is_list(Frames).

%   With the predicate that raised it, as without a stack.
without_stack(Error, error(Formal, context(Raiser, Message))) :-
    frames(Error, Frames),
    !,
    Error = error(Formal, context(_, Message)),
    ( Frames = [frame(_, call(Raiser), _)|_] -> true ; true ).
without_stack(Error, Error).

place_of(Error, Place) :-
    frames(Error, Frames),
    most_frames(Most),
    nth1(Number, Frames, Frame),
    ( Number > Most -> !, fail ; true ),
    Frame = frame(_, pred_line(_, File:Line), _),
    format(atom(Place), "ERROR: ~w:~w:~n", [File, Line]).
place_of(Error, Place) :-
    subsumes_term(error(_, _), Error),
    Error = error(_, Context),
    is_dict(Context, stack_overflow),
    get_dict(cycle, Context, Frames),
    member(frame(_, Module:Goal, _), Frames),
    only_rule(Module:Goal, File, Line),
    format(atom(Place), "ERROR: ~w:~w:~n", [File, Line]).

%   Of a full stack no clauses are known: where a predicate has a single rule, it is that one.
only_rule(Module:Goal, File, Line) :-
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    findall(Rule, ( clause(Module:Head, Body, Rule), Body \== true ), [Only]),
    clause_property(Only, file(File)),
    clause_property(Only, line_count(Line)).

%!  answers(:Goal, +Bindings, +First, +Inferences, -Ending, -Used) is det.
%
%   All solutions, into solution/1. Only what the goal does itself counts as its inferences.

answers(Goal, Bindings, First, Most, Ending, Used) :-
    retractall(solution(_)),
    retractall(text_left(_)),
    most_text(Left),
    asserta(text_left(Left)),
    Count = count(0, 0, false),              % solutions, inferences, whether the last one left a choice point
    Clock = clock(0),
    limited(Goal, Most, Limited, Result),
    catching(Most, ( start(Clock),
            (   call_cleanup(Limited, Closed = true),
                pause(Clock, Count),
                after_solution(Result, Closed, Bindings, First, Count, Clock, Ending)
            ->  true
            ;   pause(Clock, Count),
                arg(3, Count, Choice),
                Ending = failed(Choice)
            )
          ), Error, ( pause(Clock, Count), error_ending(Error, Ending) )),
    arg(2, Count, Used).

%   The stack is looked at by inferences, which would count where they have a limit.
:- meta_predicate catching(+, 0, ?, 0).
catching(none, Goal, Error, Handler) :-
    !,
    catch_with_backtrace(Goal, Error, Handler).
catching(_, Goal, Error, Handler) :-
    catch(Goal, Error, Handler).

limited(Goal, none, Goal, _) :- !.
limited(Goal, Most, call_with_inference_limit(Goal, Most, Result), Result).

%   Fails to ask for the next solution.
after_solution(Result, _, _, _, _, _, stopped(inferences)) :-
    Result == inference_limit_exceeded,
    !.
after_solution(Result, Closed, Bindings, First, Count, Clock, Ending) :-
    solution_text(Bindings, Text),
    assertz(solution(Text)),
    arg(1, Count, Before),
    Number is Before + 1,
    nb_setarg(1, Count, Number),
    string_length(Text, Length),
    retract(text_left(Left)),
    More is Left - Length,
    asserta(text_left(More)),
    most_solutions(Most),
    (   ( Closed == true ; Result == (!) )
    ->  Ending = exited(false)
    ;   Number == First
    ->  Ending = exited(true)
    ;   ( Number >= Most ; More < 0 )
    ->  Ending = stopped(many)
    ;   nb_setarg(3, Count, true),
        start(Clock),
        fail
    ).

start(Clock) :-
    statistics(inferences, Now),
    nb_setarg(1, Clock, Now).

pause(Clock, Count) :-
    statistics(inferences, Now),
    arg(1, Clock, Start),
    arg(2, Count, Before),
    Used is Before + max(0, Now - Start - 3),
    nb_setarg(2, Count, Used).

error_ending(grade_limit(What), stopped(What)) :- !.
error_ending(Error, stopped(output)) :-
    nonvar(Error),
    Error = error(signal(xfsz, _), _),
    !.
error_ending(Error, raised(Error)).

%   One variable: its value. Several: each by its name. None: true.
solution_text([], "true") :-
    !.
solution_text([_=Value], Text) :-
    !,
    json_value(Value, Text).
solution_text(Bindings, Text) :-
    maplist([Name=Value, Entry]>>( json_text(Name, Key), json_value(Value, Shown),
                                   format(string(Entry), "~s: ~s", [Key, Shown]) ), Bindings, Entries),
    atomic_list_concat(Entries, ', ', Inside),
    format(string(Text), "{\"bindings\": {~w}}", [Inside]).

all_solutions(Text) :-
    findall(One, solution(One), All),
    atomic_list_concat(All, ', ', Inside),
    format(string(Text), "[~w]", [Inside]).

%   type_error of error(type_error(integer, a), _); the name of any other term that was thrown.
simple_name(Error, Name) :-
    (   nonvar(Error), Error = error(Formal, _), nonvar(Formal)
    ->  Term = Formal
    ;   Term = Error
    ),
    (   callable(Term)
    ->  functor(Term, Name, _)
    ;   format(string(Name), "~q", [Term])
    ).

message(Error, Text) :-
    (   nonvar(Error), Error = error(_, _),
        catch(message_lines(Error, Text), _, fail)
    ->  true
    ;   format(string(Text), "~W", [Error, [quoted(true), max_depth(10), portray(false)]])
    ).

message_lines(Error, Text) :-
    '$messages':translate_message(Error, Lines, []),
    with_output_to(string(Long), print_message_lines(current_output, '', Lines)),
    split_string(Long, "\n", " \t", Parts0),
    exclude(==(""), Parts0, Parts),
    atomic_list_concat(Parts, '\n', Joined),
    sub_text(Joined, 300, Text).

sub_text(Long, Most, Short) :-
    (   sub_string(Long, 0, Most, _, Short)
    ->  true
    ;   Short = Long
    ).

%!  why_missing(+Call, +Files, -Why) is det.

why_missing(Call, call(_, Errors), Why) :-
    indicator(Call, Wanted),
    findall(Text, ( other_arity(Call, Name, Other), term_to_atom(Name/Other, Text) ), Others0),
    sort(Others0, Others),
    (   Others == []
    ->  Beside = ""
    ;   atomic_list_concat(Others, ', ', Listed),
        format(string(Beside), "; there is ~w, with another number of arguments", [Listed])
    ),
    (   first_error(Errors, Error)
    ->  format(string(Said), "; Prolog said: ~w", [Error])
    ;   Said = ""
    ),
    format(string(Why), "there is no predicate ~s~s~s", [Wanted, Beside, Said]).

indicator(Call, Wanted) :-
    grammar_rule(Call, Rule, Arity),
    !,
    format(string(Wanted), "~w//~d", [Rule, Arity]).
indicator(Call, Wanted) :-
    length(Call.args, Arity),
    Call.functions = [Name|_],
    format(string(Wanted), "~w/~d", [Name, Arity]).

other_arity(Call, Name, Arity) :-
    member(Text, Call.functions),
    ( Module = user ; current_module(Module), Module \== user, of_student(Module) ),
    current_predicate(Module:Name/Arity),
    fits(Call, Text, Name),
    functor(Head, Name, Arity),
    \+ predicate_property(Module:Head, imported_from(_)).

%   A clause that cannot be read is left out, and the others work without it.
report_loading(Case, Errors) :-
    first_error(Errors, Error),
    !,
    json_text(Error, Text),
    tell("{\"case\": ~d, \"loading\": ~s}", [Case, Text]).
report_loading(_, _).

%!  first_error(+Errors, -Text) is semidet.
%
%   What Prolog said when it loaded the files, as far as it was an error: it is often the reason.

first_error(Errors, Text) :-
    catch(flush_output(user_error), _, true),
    catch(read_file_to_string(Errors, All, [encoding(octet)]), _, All = ""),
    split_string(All, "\n", "", Lines),
    findall(Line, ( member(Long, Lines), string_concat("ERROR:", Rest, Long), split_string(Rest, "", " ", [Line]),
                    Line \== "" ), Told),
    working_directory(Here, Here),
    (   append(Some, _, Told), length(Some, 2)
    ->  atomic_list_concat(Some, ' ', Joined)
    ;   Told = [Joined]
    ),
    !,
    atomic_list_concat(Parts, Here, Joined),
    atomic_list_concat(Parts, Plain),
    sub_text(Plain, 300, Text).
