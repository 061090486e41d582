% The queens on the board are facts; backtracking takes them away again.

:- dynamic queen/2.

queens(N, Qs) :-
    retractall(queen(_, _)),
    columns(1, N, Qs).

columns(C, N, []) :-
    C > N.
columns(C, N, [R|Rs]) :-
    C =< N,
    between(1, N, R),
    \+ conflict(C, R),
    put(C, R),
    D is C + 1,
    columns(D, N, Rs).

put(C, R) :-
    assertz(queen(C, R)).
put(C, R) :-
    retract(queen(C, R)),
    fail.

conflict(_, R) :-
    queen(_, R).
conflict(C, R) :-
    queen(C1, R1),
    abs(C - C1) =:= abs(R - R1).
