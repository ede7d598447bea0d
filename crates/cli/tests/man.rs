//! Shells can read the completions, and `man` the man pages.

use std::fs;

use snapbox::cmd::Command;

use crate::binary::{crossply, printed};

#[test]
fn shells_can_read_completions() {
    // Not every machine has bash and zsh.
    for shell in ["bash", "zsh"] {
        let completions = printed(crossply(&format!("completions {shell}")));
        for word in ["--killing", "ref-last-move", "poj1568_streams"] {
            assert!(completions.contains(word), "{shell}: {word}");
        }
        if std::process::Command::new(shell)
            .arg("--version")
            .output()
            .is_ok()
        {
            Command::new(shell)
                .arg("-n")
                .stdin(completions)
                .assert()
                .success();
        }
    }
    for shell in ["fish", "elvish", "powershell"] {
        let text = printed(crossply(&format!("completions {shell}")));
        assert!(text.contains("killing"), "{shell}");
    }
    let fish = printed(crossply("completions fish"));
    for option in [
        "command check\" -l solvers",
        "command show\" -l solvers",
        "-l solver ",
        "-l target ",
    ] {
        let line = fish
            .lines()
            .find(|line| line.contains(option))
            .expect(option);
        assert!(line.contains(" -a "), "{line}");
    }
}

#[test]
fn each_command_has_a_man_page() {
    let folder = tempfile::tempdir().expect("a folder");
    printed(crossply("man").arg(folder.path()));
    let help = printed(crossply("help"));
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    let commands: Vec<_> = commands
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.len() > 8, "{commands:?}");
    for command in commands.into_iter().filter(|command| *command != "help") {
        let page = folder.path().join(format!("crossply-{command}.1"));
        let page = fs::read_to_string(&page).expect(command);
        let version = printed(crossply("--version"));
        let version = format!("\"{}\"", version.trim());
        for part in [
            &*version,
            "[OPTIONS]",
            ".TH crossply-",
            ".SH NAME",
            ".SH SYNOPSIS",
            ".SH DESCRIPTION",
        ] {
            assert!(page.contains(part), "{command}: {part}");
        }
    }
}
