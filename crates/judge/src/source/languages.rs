//! The table of languages: how to compile and run a source file, by its extension.
//!
//! The table is `languages.toml`. It is an example for users, whose files have the same format.

use std::fs;
use std::io;
use std::path::Path;

use serde::Deserialize;

use crate::JudgeError;
use crossply::program::{Invocation, find};

/// The known languages, in order of precedence.
#[derive(Clone, Debug)]
pub struct Languages {
    languages: Vec<Language>,
}

/// A language: how to compile and run its sources.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Language {
    /// Its name.
    pub(super) name: String,
    /// The extensions of its files, without the dot.
    endings: Vec<String>,
    /// The command that compiles a source. If it is missing, the source runs as it is.
    pub(super) compile: Option<String>,
    /// The command that compiles under an older standard, which is tried if `compile` fails.
    pub(super) older: Option<String>,
    /// A command that succeeds if the compiler works.
    pub(super) version: Option<String>,
    /// The name of the source's copy. By default, the name of the source.
    pub(super) file: Option<String>,
    /// The command that runs the program.
    pub(super) run: String,
    /// How to install the compiler or interpreter.
    pub(super) install: Option<String>,
}

impl Language {
    /// Fails if the program of a command is not installed.
    pub(super) fn require(&self, program: &Invocation) -> Result<(), JudgeError> {
        match find(&program.name) {
            Some(_) => Ok(()),
            None => Err(self.no_compiler(program, "which is not installed".to_owned())),
        }
    }

    /// The error that a compiler or interpreter is missing or broken.
    pub(super) fn no_compiler(&self, program: &Invocation, fault: String) -> JudgeError {
        JudgeError::NoCompiler {
            language: self.name.clone(),
            command: program.name.to_string_lossy().into_owned(),
            fault,
            install: self
                .install
                .as_ref()
                .map_or_else(String::new, |how| format!("; to install it: {how}")),
        }
    }
}

/// A file of languages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default)]
    language: Vec<Language>,
}

impl Languages {
    /// The languages of crossply's own table.
    #[expect(clippy::missing_panics_doc, reason = "a test reads it")]
    pub fn built_in() -> Self {
        let languages = parse(include_str!("languages.toml")).expect("a test reads it");
        Languages { languages }
    }

    /// Adds the languages of a file, if it exists. They take precedence over those added earlier.
    ///
    /// # Errors
    /// If the file cannot be read, or has an error.
    pub fn add_file(&mut self, path: &Path) -> Result<(), JudgeError> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(JudgeError::cannot("read", path)(error)),
        };
        let mut languages = parse(&text).map_err(|message| JudgeError::Configuration {
            path: path.to_owned(),
            message,
        })?;
        languages.append(&mut self.languages);
        self.languages = languages;
        Ok(())
    }

    /// Whether a language has the extension of this file.
    pub fn knows(&self, source: &Path) -> bool {
        self.of(source).is_ok()
    }

    /// The language of a source, by its extension.
    pub(super) fn of(&self, source: &Path) -> Result<&Language, JudgeError> {
        let ending = source.extension().and_then(|ending| ending.to_str());
        let language = self.languages.iter().find(|language| {
            language
                .endings
                .iter()
                .any(|other| Some(&**other) == ending)
        });
        language.ok_or_else(|| JudgeError::UnknownEnding {
            path: source.to_owned(),
            known: self.endings().join(", "),
        })
    }

    fn endings(&self) -> Vec<String> {
        let mut endings = Vec::new();
        for ending in self.languages.iter().flat_map(|language| &language.endings) {
            let ending = format!(".{ending}");
            if !endings.contains(&ending) {
                endings.push(ending);
            }
        }
        endings
    }
}

/// Parses a file of languages, and checks its commands.
fn parse(text: &str) -> Result<Vec<Language>, String> {
    let table: Table = basic_toml::from_str(text).map_err(|error| error.to_string())?;
    for language in &table.language {
        let optional = [&language.compile, &language.older, &language.version];
        for command in optional.into_iter().flatten().chain([&language.run]) {
            if split_command(command).is_empty() {
                let name = &language.name;
                return Err(format!(
                    "{name}: `{command}` is not a command: it is empty, or a quote is not closed"
                ));
            }
        }
    }
    Ok(table.language)
}

/// The words of a command. There are none if a quote is not closed.
pub(super) fn split_command(command: &str) -> Vec<String> {
    shlex::split(command).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_are_unique_and_compilers_have_versions() {
        let built_in = Languages::built_in();
        let endings: usize = built_in.languages.iter().map(|one| one.endings.len()).sum();
        assert_eq!(endings, built_in.endings().len());
        for language in &built_in.languages {
            assert_eq!(
                language.compile.is_some(),
                language.version.is_some(),
                "{}",
                language.name
            );
            assert!(language.install.is_some(), "{}", language.name);
        }
    }

    #[test]
    fn a_file_adds_and_replaces_languages() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("crossply.toml");
        let mut languages = Languages::built_in();
        languages.add_file(&path).expect("it need not be there");
        let error = languages.add_file(folder.path()).expect_err("a folder");
        assert!(error.to_string().starts_with("cannot read "), "{error}");
        assert!(!languages.knows(Path::new("a.my")));
        let text =
            "[[language]]\nname = \"Mine\"\nendings = [\"c\", \"my\"]\nrun = \"mine '{source}'\"\n";
        fs::write(&path, text).expect("written");
        languages.add_file(&path).expect("it is well-formed");
        let name = |file: &str| {
            languages
                .of(Path::new(file))
                .map(|language| &*language.name)
        };
        assert!(languages.knows(Path::new("a.my")));
        assert_eq!(name("a.my").expect("added"), "Mine");
        assert_eq!(name("a.c").expect("replaced"), "Mine");
        assert_eq!(name("b/a.cpp").expect("as before"), "C++");
        for unknown in ["a", ".c", "a.C", "a.", "a.cpp/b"] {
            let error = name(unknown).expect_err("it is not known").to_string();
            assert!(error.contains(".c, .my, .cpp"), "{error}");
        }
    }

    #[test]
    fn errors_in_a_file_say_where_they_are() {
        for (text, expected) in [
            ("[[language]]\nname = 5\n", "line 2"),
            (
                "[[language]]\nname = \"a\"\nendings = []\nrun = \"it's\"\n",
                "a: `it's` is not a command",
            ),
            (
                "[[language]]\nname = \"a\"\nendings = []\nrun = \"\"\n",
                "a: `` is not a command",
            ),
            ("[[languages]]\n", "unknown field `languages`"),
            (
                "[[language]]\nname = \"a\"\nendings = []\nrun = \"b\"\ncompiles = \"c\"\n",
                "unknown field `compiles`",
            ),
        ] {
            let error = parse(text).expect_err("it has an error");
            assert!(error.contains(expected), "{error}");
        }
    }
}
