queens(N, Qs) :-
    numlist(1, N, Rows),
    repeat_lists(N, Qs),
    permutation(Rows, Qs),
    safe(Qs).

% a list of N: written by hand, and open at the end
repeat_lists(N, Qs) :-
    list(Qs),
    length(Qs, N).

list([]).
list([_|Qs]) :-
    list(Qs).

safe([]).
safe([Q|Qs]) :-
    no_attack(Q, Qs, 1),
    safe(Qs).

no_attack(_, [], _).
no_attack(Q, [R|Rs], D) :-
    Q =\= R + D,
    Q =\= R - D,
    D1 is D + 1,
    no_attack(Q, Rs, D1).
