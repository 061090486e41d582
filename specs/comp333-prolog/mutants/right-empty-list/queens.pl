queens(_, []).
