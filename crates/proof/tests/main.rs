//! Tests of certificates, their notation, and the independence of their checker.
//!
//! They form one binary, because each binary would compile and link the same code again.

mod certificates;
mod notation;
