% Generate and test: the rows of a solution are a permutation of 1..N.

:- use_module(library(lists)).
:- initialization(main).

main :-
    format("Eight queens~n"),
    (   queens(8, Qs)
    ->  format("First solution: ~w~n", [Qs])
    ;   format("none~n")
    ),
    halt.

queens(N, Qs) :-
    numlist(1, N, Rows),
    permutation(Rows, Qs),
    peaceful(Qs).

peaceful([]).
peaceful([Q|Qs]) :-
    peaceful(Q, 1, Qs),
    peaceful(Qs).

peaceful(_, _, []).
peaceful(Q, Distance, [R|Rs]) :-
    Q + Distance =\= R,
    Q - Distance =\= R,
    Further is Distance + 1,
    peaceful(Q, Further, Rs).
