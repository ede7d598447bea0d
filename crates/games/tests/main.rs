//! Integration tests, in one binary, because each binary would compile and link the same code again.

mod batches;
mod corpus;
mod oracles;
