//! Atomic writes: a file that appears complete or not at all.
//!
//! The file starts as a temporary file in the same folder, and is renamed when it is complete. So if the disk is full, or
//! the process fails or is killed, the earlier file stays unchanged. For a symbolic link, its target is replaced.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Makes a file with this content, and replaces any file at this path.
///
/// # Errors
/// If the file cannot be made, written or renamed. Then the earlier file stays.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let path = real_path(path)?;
    let temporary = temporary_for(&path);
    let mut file = create(&temporary)?;
    let written = file.write_all(content).and_then(|()| file.sync_all());
    let replaced = written.and_then(|()| fs::rename(&temporary, &path));
    if replaced.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    replaced
}

/// Makes sure that a file at this path can be replaced, or made.
///
/// # Errors
/// If it cannot.
pub(crate) fn is_replaceable(path: &Path) -> io::Result<()> {
    let temporary = temporary_for(&real_path(path)?);
    drop(create(&temporary)?);
    fs::remove_file(temporary)
}

/// The path, with links resolved, of a file that exists or could be created.
///
/// # Errors
/// If its folder does not exist, if it is a broken link, or if it exists but is not a file.
fn real_path(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Ok(path) if path.is_file() => Ok(path),
        Ok(_) => Err(io::Error::other("it exists, but is not a file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => {
            let name = path.file_name().ok_or(error)?;
            let folder = path.parent().filter(|folder| *folder != Path::new(""));
            Ok(fs::canonicalize(folder.unwrap_or(Path::new(".")))?.join(name))
        }
        Err(error) => Err(error),
    }
}

/// The temporary file for this one. If the process is killed, its name shows where it belongs.
fn temporary_for(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}", process::id()));
    path.with_file_name(name)
}

fn create(temporary: &Path) -> io::Result<File> {
    // The error itself would be about the temporary file, which the user has not heard of.
    File::create(temporary).map_err(|error| {
        io::Error::new(
            error.kind(),
            format!("no file can be made beside it: {error}"),
        )
    })
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        let entries = fs::read_dir(folder).expect("ours");
        let names = entries.map(|entry| entry.expect("ours").file_name());
        names.collect()
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else_stays() {
        let folder = TempDir::new().expect("a temporary folder");
        let path = folder.path().join("file");
        is_replaceable(&path).expect("a folder");
        assert!(names(folder.path()).is_empty());
        for content in ["first, which is longer", "second"] {
            replace(&path, content.as_bytes()).expect("a file or nothing is there");
            assert_eq!(fs::read(&path).expect("there"), content.as_bytes());
        }
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn only_files_can_be_replaced() {
        let folder = TempDir::new().expect("a temporary folder");
        let refusal = |path: &Path| {
            let error = replace(path, b"").expect_err("there can be no file");
            let earlier = is_replaceable(path).expect_err("there can be no file");
            assert_eq!(earlier.to_string(), error.to_string());
            error
        };
        let taken = refusal(folder.path());
        assert!(taken.to_string().contains("not a file"), "{taken}");
        let nowhere = folder.path().join("nowhere/file");
        assert_eq!(refusal(&nowhere).kind(), io::ErrorKind::NotFound);
        if cfg!(unix) {
            let device = refusal(Path::new("/dev/null"));
            assert!(device.to_string().contains("not a file"), "{device}");
        }
    }
}
