//! Shells can read the completions.

use snapbox::cmd::Command;

use crate::binary::{crossply, printed};

#[test]
fn shells_can_read_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let completions = printed(crossply(&format!("completions {shell}")));
        assert!(completions.contains("killing"), "{shell}");
        let mut version = std::process::Command::new(shell);
        // Not every machine has all of them.
        if ["bash", "zsh"].contains(&shell) && version.arg("--version").output().is_ok() {
            let check = Command::new(shell).arg("-n").stdin(completions);
            check.assert().success();
        }
    }
    let fish = printed(crossply("completions fish"));
    for option in ["-l solver ", "-l target "] {
        let mut lines = fish.lines();
        let line = lines.find(|line| line.contains(option)).expect(option);
        assert!(line.contains(" -a "), "{line}");
    }
}
