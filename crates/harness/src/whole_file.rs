//! A file that is there whole or not at all.
//!
//! It is begun beside its place, under a name that no other file has, and moves to its place when it is whole.
//! So a full disk, an error or a kill leaves what was there before. A link is followed: the file that it leads
//! to is replaced, not the link.

use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// A file to be. Dropped before it is in its place, it leaves nothing.
#[derive(Debug)]
pub struct WholeFile {
    place: PathBuf,
    beside: NamedTempFile,
}

impl WholeFile {
    /// Begins a file for this place.
    ///
    /// # Errors
    /// If there can be no file, as [`place_of`] says; or if it is the standard output.
    pub fn begin(path: &Path) -> io::Result<Self> {
        let place = place_of(path)?;
        // What is printed would go into the file that is no longer there.
        let stdout = io::stdout().as_fd().try_clone_to_owned();
        if stdout.is_ok_and(|stdout| is_at(&stdout.into(), &place).unwrap_or(false)) {
            return Err(io::Error::other("it is the standard output"));
        }
        let no_name = || io::Error::from(io::ErrorKind::InvalidFilename);
        let (folder, name) = place.parent().zip(place.file_name()).ok_or_else(no_name)?;
        // If the process is killed, its name says what it was to be.
        let mut prefix = OsString::from(".");
        prefix.push(name);
        prefix.push(".");
        // As any new file: the system takes away what users do not want.
        let before = fs::metadata(&place).map(|file| file.permissions());
        let permissions = before.unwrap_or_else(|_| Permissions::from_mode(0o666));
        let mut builder = Builder::new();
        let builder = builder.prefix(&prefix).permissions(permissions);
        let beside = builder.tempfile_in(folder)?;
        Ok(WholeFile { place, beside })
    }

    /// The place of the file, with all links followed.
    #[must_use]
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// The file beside its place.
    #[must_use]
    pub fn file(&self) -> &File {
        self.beside.as_file()
    }

    /// Moves it to its place. What was there is gone.
    ///
    /// # Errors
    /// If it cannot be stored or moved. What was there stays.
    pub fn replace(self) -> io::Result<File> {
        self.beside.as_file().sync_all()?;
        Ok(self.beside.persist(&self.place)?)
    }

    /// Moves it to its place, where nothing may be.
    ///
    /// # Errors
    /// If it cannot be stored or moved, or something is there, which stays.
    pub fn create(self) -> io::Result<File> {
        self.beside.as_file().sync_all()?;
        Ok(self.beside.persist_noclobber(&self.place)?)
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.beside.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.beside.as_file_mut().flush()
    }
}

/// Where the file is to which a path leads, or where it would be.
///
/// # Errors
/// If its folder does not exist, if it is a link that leads nowhere, or if something else than a file is
/// there: nothing could take its place.
pub fn place_of(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Ok(place) if place.is_file() => Ok(place),
        Ok(place) if place.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(_) => Err(io::Error::other("it is there, and no file")),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Err(error) => {
            if path.is_symlink() {
                return Err(io::Error::other("it is a link that leads nowhere"));
            }
            let name = path.file_name().ok_or(error)?;
            let folder = match path.parent() {
                Some(folder) if !folder.as_os_str().is_empty() => folder,
                _ => Path::new("."),
            };
            Ok(fs::canonicalize(folder)?.join(name))
        }
    }
}

/// Whether it is this file that has the place.
pub(crate) fn is_at(file: &File, place: &Path) -> io::Result<bool> {
    let there = match fs::metadata(place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        there => there?,
    };
    let file = file.metadata()?;
    Ok((file.dev(), file.ino()) == (there.dev(), there.ino()))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        let entries = fs::read_dir(folder).expect("ours");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("ours").file_name())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn until_it_is_whole_what_was_there_stays() {
        let folder = TempDir::new().expect("a temporary folder");
        let path = folder.path().join("file");
        let write = |text: &str| {
            let mut file = WholeFile::begin(&path).expect("a folder");
            file.write_all(text.as_bytes()).expect("there is space");
            file
        };
        drop(write("never"));
        assert!(names(folder.path()).is_empty());
        write("first").create().expect("nothing is there");
        let refused = write("second").create().expect_err("something is there");
        assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
        let third = write("third");
        assert_eq!(fs::read(&path).expect("there"), b"first");
        third.replace().expect("a file is there");
        assert_eq!(fs::read(&path).expect("there"), b"third");
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn only_files_can_be_replaced() {
        let folder = TempDir::new().expect("a temporary folder");
        for (path, reason) in [
            (folder.path().to_owned(), "directory"),
            (folder.path().join("nowhere/file"), "No such file"),
            (PathBuf::from("/dev/null"), "no file"),
        ] {
            let refused = WholeFile::begin(&path).expect_err("there can be no file");
            assert!(refused.to_string().contains(reason), "{refused}");
        }
    }
}
