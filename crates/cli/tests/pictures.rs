//! The picture of a terminal in the README is what a terminal shows.

use std::fs;
use std::path::Path;

use snapbox::cmd::{Command, cargo_bin};
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};

/// `SNAPSHOTS=overwrite` draws the picture again.
#[test]
fn a_wrong_program_is_judged() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = "read n\nwhile [ $n -gt 0 ]; do echo 0; n=$((n-1)); done\n";
    fs::write(folder.path().join("draw.sh"), program).expect("ours");
    let line = "crossply judge ccf201803-4 --exhaustive --quiet -- sh draw.sh";
    let arguments = line.split(' ').skip(1);
    let command = Command::new(cargo_bin!("crossply")).args(arguments);
    let command = command
        .current_dir(folder.path())
        .env("CLICOLOR_FORCE", "1");
    let output = command.output().expect("the binary runs").stdout;
    let output = String::from_utf8(output).expect("text");
    let screen = Data::text(format!("$ {line}\n{output}")).coerce_to(DataFormat::TermSvg);
    // Dark red on black is hard to read: the contrast is less than 4.5 to 1.
    let screen = screen.to_string().replace("#AA0000", "#FF5555");
    let picture = "../../docs/pictures/judge.term.svg";
    let picture = Path::new(env!("CARGO_MANIFEST_DIR")).join(picture);
    assert_data_eq!(
        screen,
        Data::read_from(&picture, Some(DataFormat::Text)).raw()
    );
}
