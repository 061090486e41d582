% Rows and diagonals in use are kept as bits of integers.

queens(N, Qs) :-
    Full is (1 << N) - 1,
    queens(Full, N, 0, 0, 0, Qs).

queens(Full, _, Full, _, _, []) :- !.
queens(Full, N, Rows, Up, Down, [Row|Qs]) :-
    Free is Full /\ \(Rows \/ Up \/ Down),
    between(1, N, Row),
    Bit is 1 << (Row - 1),
    Free /\ Bit =\= 0,
    Rows1 is Rows \/ Bit,
    Up1 is (Up \/ Bit) << 1,
    Down1 is (Down \/ Bit) >> 1,
    queens(Full, N, Rows1, Up1, Down1, Qs).
