% Each column takes a row, an ascending diagonal and a descending one from what is left.

queens(N, Qs) :-
    numlist(1, N, Columns),
    numlist(1, N, Rows),
    Last is 2 * N,
    First is 1 - N,
    Most is N - 1,
    numlist(2, Last, Sums),
    numlist(First, Most, Differences),
    take(Columns, Rows, Sums, Differences, Qs).

take([], [], _, _, []).
take([Column|Columns], Rows, Sums, Differences, [Row|Qs]) :-
    select(Row, Rows, Rows1),
    Sum is Column + Row,
    select(Sum, Sums, Sums1),
    Difference is Column - Row,
    select(Difference, Differences, Differences1),
    take(Columns, Rows1, Sums1, Differences1, Qs).
