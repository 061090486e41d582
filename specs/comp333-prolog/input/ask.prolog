/*  Asks queens(N, Qs) for all answers and prints each on a line of its own:

        prlimit --cpu=1: swipl -q -f none -s ask.prolog -g ask:main -t halt -- FILE.pl ... N

    Standard output holds only the lines made here; what the files themselves print goes to
    standard error.

        answer [2,4,1,3]
        no more answers
*/

:- module(ask, []).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(solution_sequences)).

%   Far more than right programs need, also those that try every list of rows: a search without an
%   end is stopped before the harness stops it, and what it has found by then is still judged.
most_answers(50_000).
most_seconds(N, Seconds) :- N < 8 -> Seconds = 3 ; Seconds = 25.

%   A file may run its own program when it is loaded, and halt. The question is therefore asked when
%   Prolog ends, whoever ends it.
main :-
    set_output(user_error),
    current_prolog_flag(argv, Arguments),
    last(Arguments, Last),
    atom_number(Last, N),
    nb_setval(n, N),
    on_signal(xcpu, _, watch),
    at_halt(ask:ask(N)),
    forall(( member(File, Arguments), file_name_extension(_, pl, File) ),
           load_files(user:File, [])),
    halt.

ask(N) :-
    current_predicate(user:queens/2),
    !,
    catch(say_answers(N, Last), Error, Last = error(Error)),
    say_last(Last).
ask(_) :-
    say("there is no queens/2", []).

%   Beyond its soft limit of CPU time (see prlimit above) a process gets this signal every second.
watch(_) :-
    nb_getval(n, N),
    most_seconds(N, Most),
    statistics(cputime, Used),
    Used < Most,
    !.
watch(_) :-
    throw(too_long).

say_answers(N, Last) :-
    most_answers(Most),
    forall(limit(Most, call_nth(user:queens(N, Qs), Nth)),
           (   say("answer ~W", [Qs, [quoted(true), max_depth(50)]]),
               nb_setval(answers, Nth)
           )),
    (   nb_current(answers, Most)
    ->  Last = too_many
    ;   Last = none
    ).

say_last(none)            :- say("no more answers", []).
say_last(too_many)        :- say("stopped: there are too many answers", []).
say_last(error(too_long)) :- !, say("stopped: there is no end in sight", []).
say_last(error(Error))    :- say("error ~W", [Error, [quoted(true), max_depth(10)]]).

%   ~N: the file may have written to user_output itself and left a line unfinished.
say(Format, Arguments) :-
    format(user_output, "~N", []),
    format(user_output, Format, Arguments),
    nl(user_output).
