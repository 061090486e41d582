% Tries every list of rows in which no row comes twice in a row. Slow, but it finds them all.
queens(N,Qs):-length(Qs,N),rows(Qs,N,0),ok(Qs).
rows([],_,_).
rows([Q|Qs],N,Last):-between(1,N,Q),Q=\=Last,rows(Qs,N,Q).
ok([]).
ok([Q|Qs]):-ok(Q,Qs,1),ok(Qs).
ok(_,[],_).
ok(Q,[R|Rs],D):-Q=\=R,abs(Q-R)=\=D,E is D+1,ok(Q,Rs,E).
