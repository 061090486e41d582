% COMP 333, Prolog Project 1, Part 2
% Alice
%
% queens(N, Qs): Qs lists the rows, counted from 1, of N queens in columns 1, 2, ... that do not
% attack each other. Ask for more with a semicolon.

queens(N, Qs) :-
    length(Qs, N),
    fill(Qs, N, []).

% fill(Qs, N, Before): chooses a row for each queen of Qs. Before holds the queens to the left,
% each as q(Column, Row).

fill([], _, _).
fill([Row|Qs], N, Before) :-
    length(Before, Left),
    Column is Left + 1,
    between(1, N, Row),
    \+ attacked(Column, Row, Before),
    fill(Qs, N, [q(Column, Row)|Before]).

% attacked(Column, Row, Before): some queen of Before attacks the square.

attacked(Column, Row, Before) :-
    member(q(C, R), Before),
    attacks(C, R, Column, Row).

attacks(_, Row, _, Row).
attacks(C, R, Column, Row) :- Column - C =:= Row - R.
attacks(C, R, Column, Row) :- Column - C =:= R - Row.
