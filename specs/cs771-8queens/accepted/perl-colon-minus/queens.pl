#!/usr/bin/perl
# Ann Smith  WSU ID A111S222
use strict; use warnings;
my ($if, $of) = @ARGV;
open(my $in, '<', $if) or die "no input: $!";
my $out = \*STDOUT;
if ($of) { open($out, '>', $of) or die; }
sub att { my ($s, $c) = @_; my $n = 0; for my $j (0..7) { next if $j == $c; $n++ if $s->[$j] == $s->[$c] or abs($s->[$j]-$s->[$c]) == abs($j-$c); } return $n; }
START: while (my $l = <$in>) {
  $l =~ s/\s+$//; next unless length $l;
  my @s = split ' ', $l;
  while (1) {
    print $out "@s\n";
    my $n1 = 0; for (0..7) { my $a = att(\@s, $_); $n1 = $a if $a > $n1; }
    if ($n1 == 0) { print $out "Success\n\n"; next START; }
    my $moved = 0; my $sign = $n1 ? 1 :-1;
    for my $c (grep { att(\@s, $_) == $n1 } 0..7) {
      my ($old, $best, $row) = ($s[$c], $n1, 0);
      for my $r (1..8) { $s[$c] = $r; my $a = att(\@s, $c); if ($a < $best) { $best = $a; $row = $r; } }
      $s[$c] = $row ? $row : $old;
      if ($row) { $moved = 1; last; }
    }
    unless ($moved) { print $out "Failure\n\n"; next START; }
  }
}
