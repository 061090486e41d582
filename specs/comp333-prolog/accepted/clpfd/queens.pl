:- use_module(library(clpfd)).

queens(N, Qs) :-
    length(Qs, N),
    Qs ins 1..N,
    all_different(Qs),
    diagonals(Qs),
    labeling([ff], Qs).

diagonals([]).
diagonals([Q|Qs]) :-
    apart(Qs, Q, 1),
    diagonals(Qs).

apart([], _, _).
apart([R|Rs], Q, D0) :-
    abs(Q - R) #\= D0,
    D #= D0 + 1,
    apart(Rs, Q, D).
