% Tries every list of rows. Slow, but it finds them all.
queens(N,Qs):-length(Qs,N),maplist(between(1,N),Qs),ok(Qs).
ok([]).
ok([Q|Qs]):-ok(Q,Qs,1),ok(Qs).
ok(_,[],_).
ok(Q,[R|Rs],D):-Q=\=R,abs(Q-R)=\=D,E is D+1,ok(Q,Rs,E).
