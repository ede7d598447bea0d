//! The crate `base64` and GNU `base64 -d`, a process for each text: what does each take for base64?

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use crossply::{CrossCheck, Program, domain};

/// Two letters of which one has bits that padding leaves over, the padding, and a line end.
const LETTERS: [char; 4] = ['A', 'B', '=', '\n'];

/// The bytes of each text of at most five such letters, if it is taken.
pub(crate) fn check() -> CrossCheck<String, Option<Vec<u8>>> {
    let texts = domain::words(LETTERS, 0..=5).map(String::from_iter);
    CrossCheck::new("base64", texts)
        .inputs_are("text", "texts")
        .solver("crate", |text| STANDARD.decode(text).ok())
        .stateful("gnu", || {
            Program::new("base64")
                .arg("-d")
                .time_limit(Duration::from_secs(5))
                .each(
                    |text: &String, run| {
                        run.stdin(text.as_bytes());
                    },
                    |output| output.status.success().then(|| output.stdout.clone()),
                )
        })
}
