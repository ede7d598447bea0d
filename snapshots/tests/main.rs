//! All snapshot tests.
//!
//! They form one binary, because each binary would compile and link the same code again.

mod diagnostics;
mod digests;
mod disagreement;
mod explanations;
mod faults_of_people;
mod killing;
mod planted_faults;
mod reference;
mod reports;
