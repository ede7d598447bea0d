my $n = <STDIN>;
print "1\n" x $n;
