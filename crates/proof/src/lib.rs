//! Proofs: why an answer is right, in a form that a checker verifies from the rules alone.
//!
//! Solvers that agree may all be wrong, and if two differ, comparison cannot tell which one is wrong. So an answer
//! comes with a [`Certificate`]: a strategy for each side, which replies to every move of the other side until the game
//! ends. Each strategy guarantees its side a result, and together they leave only one possible answer.
//!
//! [`check()`] trusts nothing. It plays out both strategies by its own statement of the rules. Its package depends on
//! neither the solvers nor the prover. To trust a proof, read that package, and what an answer
//! [demands](crossply_problems::Answer::demands).
//!
//! [`prove()`] finds certificates. If it is wrong, the checker rejects them.
//!
//! ```rust
//! use crossply_problems::{Ccf201803_4, Problem, Score};
//! use crossply_proof::{attempt, check, prove};
//!
//! let position = Ccf201803_4::parse("XOX/OXX/O.O").unwrap();
//! let certificate = prove(position);
//! assert_eq!(certificate.answer, Score::new(0));
//! assert!(check(&certificate).is_ok());
//!
//! // No certificate proves a wrong answer.
//! let flaw = check(&attempt(position, Score::new(1))).unwrap_err();
//! println!("{flaw}");
//! ```

mod notation;
pub mod prover;

pub use crossply_checker::{Certificate, Ending, Flaw, Step, check};
pub use notation::CertificateText;
pub use prover::{attempt, prove, right_answer};
