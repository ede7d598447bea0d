//! Java needs two names besides a command. The source file must be named after its public class, as the compiler's
//! message says, and the virtual machine needs the class with the method `main`, which the compiled files show.

use std::fs;
use std::path::{Path, PathBuf};

/// The file name that the compiler's message demands.
pub(super) fn demanded_file_name(message: &str) -> Option<String> {
    let (_, rest) = message.split_once("should be declared in a file named ")?;
    rest.split_whitespace().next().map(str::to_owned)
}

/// The full name of the class in this folder that has a `main` method that can be run. If there are several, the first
/// one by name. If there is none, the first class, so that the virtual machine reports what it lacks. Empty without any
/// class.
pub(super) fn main_class(folder: &Path) -> String {
    let mut classes = Vec::new();
    add_classes(folder, &mut classes);
    classes.sort();
    let class_with_main = classes.iter().find(|class| has_main(class));
    let Some(class) = class_with_main.or(classes.first()) else {
        return String::new();
    };
    let relative = class.strip_prefix(folder).unwrap_or(class);
    let path_of_name = relative.with_extension("");
    let parts = path_of_name.iter().map(|part| part.to_string_lossy());
    parts.collect::<Vec<_>>().join(".")
}

/// Whether the class file names a `main` method that can be run.
fn has_main(class: &Path) -> bool {
    let bytes = fs::read(class).unwrap_or_default();
    has_text(&bytes, "main") && has_text(&bytes, "([Ljava/lang/String;)V")
}

/// Whether a class file has this name or type. Each is preceded by its length.
fn has_text(class: &[u8], text: &str) -> bool {
    let entry = [&[0, text.len() as u8], text.as_bytes()].concat();
    memchr::memmem::find(class, &entry).is_some()
}

fn add_classes(folder: &Path, classes: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            add_classes(&path, classes);
        } else if path.extension().is_some_and(|ending| ending == "class") {
            classes.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_class_with_main_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(main_class(folder.path()), "");
        fs::create_dir_all(folder.path().join("a/b")).expect("ours");
        let main = b"..\0\x04main\x01\0\x16([Ljava/lang/String;)V..";
        for (class, bytes) in [
            ("A.class", &b"\0\x04main\x01\0\x03()V"[..]),
            ("Main.java", main),
            ("a/b/C.class", main),
        ] {
            fs::write(folder.path().join(class), bytes).expect("ours");
        }
        assert_eq!(main_class(folder.path()), "a.b.C");
        fs::write(folder.path().join("D.class"), main).expect("ours");
        assert_eq!(main_class(folder.path()), "D");
    }
}
