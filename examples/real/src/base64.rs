//! Compares what the crate `base64` and GNU `base64 -d` accept. The program gets a process for each text.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use crossply::{CrossCheck, Program, domain};

/// Two letters, the padding, and a line end. Before padding, the last bits of a letter belong to no byte. They are zero
/// in `A`, but not in `B`.
const LETTERS: [char; 4] = ['A', 'B', '=', '\n'];

/// The decoded bytes of each text of up to five characters. `None` if it is rejected.
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
                    |text: &String, call| {
                        call.stdin(text.as_bytes());
                    },
                    |output| output.status.success().then(|| output.stdout.clone()),
                )
        })
}
