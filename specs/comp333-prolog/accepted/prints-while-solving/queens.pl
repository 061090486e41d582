% Prints each solution as it is found.

:- use_module(library(main)).
:- initialization(main).

main(_) :-
    forall(queens(6, _), true),
    write('that is all').

queens(N, Qs) :-
    numlist(1, N, Rows),
    solution(Rows, Rows, [], [], Qs),
    atomic_list_concat(Qs, ' ', Line),
    format('Solution: ~w', [Line]).

solution([], [], _, _, []).
solution([C|Cs], Rows, Ups, Downs, [R|Rs]) :-
    select(R, Rows, Rest),
    Up is R - C,
    Down is R + C,
    \+ memberchk(Up, Ups),
    \+ memberchk(Down, Downs),
    solution(Cs, Rest, [Up|Ups], [Down|Downs], Rs).
