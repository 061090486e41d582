/*  Asks queens(N, Qs) for all answers and prints each on a line of its own:

        swipl -q -f none -s ask.prolog -g ask:main -t halt -- FILE.pl ... N

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
    most_seconds(N, Most),
    thread_create(watch(Most), _, [alias(ask_watch)]),
    at_halt(ask:ask(N)),
    forall(( member(File, Arguments), file_name_extension(_, pl, File) ),
           load_files(user:File, [])),
    halt.

ask(N) :-
    current_predicate(user:queens/2),
    !,
    catch(say_answers(N, Last), Error, Last = error(Error)),
    thread_send_message(ask_watch, stop),
    thread_join(ask_watch),
    say_last(Last).
ask(_) :-
    say("there is no queens/2", []).

%   Watches the CPU time from a thread of its own. On a busy machine the clock on the wall says little,
%   and the number of inferences says little of a search that grows.
watch(_) :-
    thread_self(Me),
    thread_get_message(Me, stop, [timeout(0.25)]),
    !.
watch(Most) :-
    statistics(process_cputime, Used),
    Used < Most,
    !,
    watch(Most).
watch(Most) :-
    thread_signal(main, throw(too_long)),
    More is Most + 1,    % what it has broken off may have been the loading of a file
    watch(More).

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
