% Reihen als Grammatik: die Damen stehen in der Liste, die gelesen wird (für jede Brettgröße).

queens(N, Qs) :-
	numlist(1, N, Columns),
	phrase(rows(Columns, N, []), Qs).

rows([], _, _) -->
	[].
rows([Column|Columns], N, Before) -->
	{	between(1, N, Row),
		forall(member(C-R, Before), peace(C, R, Column, Row))
	},
	[Row],
	rows(Columns, N, [Column-Row|Before]).

peace(C, R, Column, Row) :-
	R =\= Row,
	abs(C - Column) =\= abs(R - Row).
