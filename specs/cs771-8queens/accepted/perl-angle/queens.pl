# Lena Petrov P330L147
# perl queens.pl input.txt
use strict;
use warnings;
use List::Util qw(max);

sub attacks {
    my ($q, $i, $row) = @_;
    return scalar grep { $_ != $i && ($q->[$_] == $row || abs($q->[$_] - $row) == abs($_ - $i)) } 0 .. 7;
}

sub improve {
    my ($q) = @_;
    my @n = map { attacks($q, $_, $q->[$_]) } 0 .. 7;
    my $n1 = max @n;
    return (0, $n1) unless $n1;
    for my $i (grep { $n[$_] == $n1 } 0 .. 7) {
        my ($row) = sort { attacks($q, $i, $a) <=> attacks($q, $i, $b) || $a <=> $b } 1 .. 8;
        next if attacks($q, $i, $row) >= $n1;
        $q->[$i] = $row;
        return (1, $n1);
    }
    return (0, $n1);
}

my $between = '';
while (my $line = <>) {
    my @q = split ' ', $line;
    next if @q != 8;
    print $between;
    $between = "\n";
    my ($more, $n1) = (1, 0);
    while ($more) {
        print "@q\n";
        ($more, $n1) = improve(\@q);
    }
    print $n1 ? "Failure\n" : "Success\n";
}
