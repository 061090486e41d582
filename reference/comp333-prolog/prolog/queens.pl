/*  N queens, one in each column, none attacking another: Prolog's own search finds the rows. */

:- module(queens, [queens/2]).

%!  queens(+N, -Qs) is nondet.
%
%   Qs holds the rows, counted from 1, of the queens in columns 1 to N. On backtracking all solutions
%   come, in ascending order; it fails when there is none.

queens(N, Qs) :-
    numlist(1, N, Rows),
    place(Rows, [], Reversed),
    reverse(Reversed, Qs).

%!  place(+Rows, +Placed, -Qs) is nondet.
%
%   Qs is Placed, the nearest column first, with a queen for each of the free Rows put in front.

place([], Qs, Qs).
place(Rows, Placed, Qs) :-
    select(Row, Rows, Rest),
    safe(Placed, Row, 1),
    place(Rest, [Row|Placed], Qs).

%!  safe(+Placed, +Row, +Distance) is semidet.
%
%   No queen of Placed, the first of them Distance columns away, shares a diagonal with Row. Rows
%   differ already, as each is used once.

safe([], _, _).
safe([Q|Qs], Row, Distance) :-
    abs(Q - Row) =\= Distance,
    Next is Distance + 1,
    safe(Qs, Row, Next).
