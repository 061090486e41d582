% Noah Fischer, F771N640
% swipl climb.pl -- input.txt
:- use_module(library(readutil)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- initialization(main, main).

main([File|_]) :-
    read_file_to_string(File, Text, []),
    split_string(Text, "\n", "", Lines),
    forall(( member(Line, Lines), Line \== "" ),
           ( split_string(Line, " ", "", Words),
             maplist(number_string, State, Words),
             climb(State) )).

climb(State) :-
    atomic_list_concat(State, ' ', Line),
    writeln(Line),
    attacks(State, Counts),
    max_list(Counts, N1),
    (   N1 =:= 0
    ->  writeln('Success')
    ;   next(State, Counts, N1, Next)
    ->  climb(Next)
    ;   writeln('Failure')
    ).

% The first queen with N1 attacks that has a better row, in her best and smallest row.
next(State, Counts, N1, Next) :-
    nth1(Column, Counts, N1),
    setof(N-Row, (between(1, 8, Row), attacks(State, Column, Row, N)), [N2-Best|_]),
    N2 < N1,
    nth1(Column, State, _, Others),
    nth1(Column, Next, Best, Others).

attacks(State, Counts) :-
    findall(N, (nth1(Column, State, Row), attacks(State, Column, Row, N)), Counts).

attacks(State, Column, Row, N) :-
    aggregate_all(count,
                  ( nth1(C, State, R), C =\= Column,
                    ( R =:= Row -> true ; abs(R - Row) =:= abs(C - Column) ) ),
                  N).
