//! Tests of certificates and their notation, in one binary, because each binary would link the same code again.

mod certificates;
