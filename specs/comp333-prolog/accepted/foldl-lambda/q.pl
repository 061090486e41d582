:- use_module(library(yall)).
:- use_module(library(apply)).

queens(N, Qs) :-
    N >= 1,
    findall(R, between(1, N, R), Rs),
    same_length(Rs, Qs),
    foldl([Q, Left0-Placed, Left-[Q|Placed]]>>(
              select(Q, Left0, Left),
              foldl({Q}/[P, D0, D]>>(P =\= Q + D0, P =\= Q - D0, D is D0 + 1), Placed, 1, _)
          ), Qs, Rs-[], []-_).
