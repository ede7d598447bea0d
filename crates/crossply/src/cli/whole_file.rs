//! Atomic writes: a file that appears complete or not at all.
//!
//! The file starts as a temporary file in the same folder, and is renamed when it is complete. So if the disk is full, or
//! the process fails or is killed, the earlier file stays unchanged. For a symbolic link, its target is replaced.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process;

use same_file::Handle;

/// A file that is being written. Dropping it removes the temporary file.
#[derive(Debug)]
pub(crate) struct WholeFile {
    path: PathBuf,
    temporary: Temporary,
    pub(crate) file: File,
}

/// The path of a temporary file.
#[derive(Debug)]
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        // This fails if the file was renamed, which is the usual case.
        let _ = fs::remove_file(&self.0);
    }
}

impl WholeFile {
    /// Begins a file for this path.
    ///
    /// # Errors
    /// If [`real_path`] fails, if the path names standard output, or if the temporary file cannot be created.
    pub(crate) fn begin(path: &Path) -> io::Result<Self> {
        let path = real_path(path)?;
        // Later output would go into the replaced file, which no longer has a name.
        if Handle::stdout().is_ok_and(|stdout| is_same(&stdout, &path).unwrap_or(false)) {
            return Err(io::Error::other("it is standard output"));
        }
        // If the process is killed, the name of the temporary file shows where it belongs.
        let mut name = OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(format!(".{}", process::id()));
        let temporary = Temporary(path.with_file_name(name));
        // The error itself would be about the temporary file, which the user has not heard of.
        let file = File::create(&temporary.0).map_err(|error| {
            io::Error::new(
                error.kind(),
                format!("no file can be made beside it: {error}"),
            )
        })?;
        Ok(WholeFile {
            path,
            temporary,
            file,
        })
    }

    /// Renames the temporary file to its final path, and replaces any file there.
    ///
    /// # Errors
    /// If the file cannot be flushed to disk or renamed. Then the earlier file stays.
    pub(crate) fn replace(self) -> io::Result<File> {
        self.file.sync_all()?;
        fs::rename(&self.temporary.0, &self.path)?;
        Ok(self.file)
    }
}

/// The path, with links resolved, of a file that exists or could be created.
///
/// # Errors
/// If its folder does not exist, if it is a broken link, or if it exists but is not a file.
pub(crate) fn real_path(path: &Path) -> io::Result<PathBuf> {
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

/// Whether the path still names this file.
pub(crate) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    is_same(&Handle::from_file(file.try_clone()?)?, path)
}

fn is_same(file: &Handle, path: &Path) -> io::Result<bool> {
    match Handle::from_path(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        other => Ok(*file == other?),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use tempfile::TempDir;

    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        let entries = fs::read_dir(folder).expect("ours");
        let names = entries.map(|entry| entry.expect("ours").file_name());
        names.collect()
    }

    #[test]
    fn until_it_is_whole_what_was_there_stays() {
        let folder = TempDir::new().expect("a temporary folder");
        let path = folder.path().join("file");
        let write = |text: &str| {
            let mut file = WholeFile::begin(&path).expect("a folder");
            file.file
                .write_all(text.as_bytes())
                .expect("there is space");
            file
        };
        drop(write("never"));
        assert!(names(folder.path()).is_empty());
        write("first").replace().expect("nothing is there");
        let second = write("second");
        assert_eq!(fs::read(&path).expect("there"), b"first");
        second.replace().expect("a file is there");
        assert_eq!(fs::read(&path).expect("there"), b"second");
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn only_files_can_be_replaced() {
        let folder = TempDir::new().expect("a temporary folder");
        let refusal = |path: &Path| WholeFile::begin(path).expect_err("there can be no file");
        let taken = refusal(folder.path());
        assert!(taken.to_string().contains("not a file"), "{taken}");
        let nowhere = folder.path().join("nowhere/file");
        assert_eq!(refusal(&nowhere).kind(), io::ErrorKind::NotFound);
        if cfg!(unix) {
            let device = refusal(Path::new("/dev/null"));
            assert!(device.to_string().contains("not a file"), "{device}");
        }
        let file = folder.path().join("file");
        fs::write(&file, "").expect("ours");
    }
}
