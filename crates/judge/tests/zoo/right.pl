use strict;
use warnings;

my @lines = ([0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]);
my %known;

sub score {
    my ($board, $side) = @_;
    return $known{"$board$side"} //= do {
        my $empties = ($board =~ tr/0//);
        my $result;
        for my $line (@lines) {
            my ($a, $b, $c) = map { substr $board, $_, 1 } @$line;
            next if $a eq '0' || $a ne $b || $b ne $c;
            $result = $a eq '1' ? $empties + 1 : -($empties + 1);
        }
        $result = 0 if !defined $result && !$empties;
        if (!defined $result) {
            for my $cell (grep { substr($board, $_, 1) eq '0' } 0 .. 8) {
                my $next = $board;
                substr($next, $cell, 1) = $side;
                my $value = score($next, 3 - $side);
                $result = $value
                  if !defined $result || ($side == 1 ? $value > $result : $value < $result);
            }
        }
        $result;
    };
}

my $count = <STDIN>;
for (1 .. $count) {
    my $board = join '', map { scalar <STDIN> } 1 .. 3;
    $board =~ tr/012//cd;
    print score($board, 1), "\n";
}
