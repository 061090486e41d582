:- module(nqueens, [queens/2, main/0]).
:- initialization(main, main).

/** <module> Queens with rows counted from 0, as in the Java part */

main :-
    queens(8, Qs),
    print(Qs),
    nl.

queens(N, Qs) :-
    place(0, N, [], Qs).

place(N, N, Placed, Qs) :-
    !,
    reverse(Placed, Qs).
place(Col, N, Placed, Qs) :-
    Max is N - 1,
    between(0, Max, Row),
    \+ has_conflict(Placed, Row, 1),
    Next is Col + 1,
    place(Next, N, [Row|Placed], Qs).

has_conflict([Q|_], Row, Distance) :-
    (   Q =:= Row
    ;   abs(Q - Row) =:= Distance
    ),
    !.
has_conflict([_|Qs], Row, Distance) :-
    Further is Distance + 1,
    has_conflict(Qs, Row, Further).
