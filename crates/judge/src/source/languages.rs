//! The table of languages: how to compile and run a source file, by its ending. The flags are those of online judges.
//!
//! In commands, `{source}` stands for the source (for compilers, for the name of its copy), `{folder}` for the folder of
//! the copy, `{program}` for a file in it, `{class}` for the name of the source without its ending, and `{memory}` for the memory limit in
//! MiB.

use std::path::Path;

use anyhow::{Context, bail};
use crossply::program::{Invocation, find};

/// A language: how to compile and run its sources.
#[derive(Debug)]
pub(super) struct Language {
    pub(super) name: &'static str,
    /// The endings of its files, without the dot.
    pub(super) endings: &'static [&'static str],
    /// The command that compiles. It runs in a new folder that has only a copy of the source. Without one, the source runs as
    /// it is.
    pub(super) compile: Option<&'static str>,
    /// The name of the copy, if it is not that of the source.
    pub(super) file: Option<&'static str>,
    /// The command that runs the program, in the current folder.
    pub(super) run: &'static str,
    /// How to install the compiler or interpreter.
    pub(super) install: &'static str,
}

/// What most languages have in common.
pub(super) const UNNAMED: Language = Language {
    name: "",
    endings: &[],
    compile: None,
    file: None,
    run: "{program}",
    install: "",
};

/// All languages.
pub(super) static LANGUAGES: [Language; 10] = [
    Language {
        name: "C",
        endings: &["c"],
        compile: Some("gcc -O2 -std=gnu17 -DONLINE_JUDGE -o {program} {source} -lm"),
        install: "apt install gcc, or on macOS xcode-select --install",
        ..UNNAMED
    },
    Language {
        name: "C++",
        endings: &["cpp", "cc", "cxx"],
        compile: Some("g++ -O2 -std=gnu++17 -DONLINE_JUDGE -o {program} {source}"),
        install: "apt install g++, or on macOS xcode-select --install",
        ..UNNAMED
    },
    Language {
        name: "Rust",
        endings: &["rs"],
        compile: Some("rustc --edition 2021 -O --crate-name solution -o {program} {source}"),
        install: "https://rustup.rs",
        ..UNNAMED
    },
    Language {
        name: "Go",
        endings: &["go"],
        compile: Some("go build -o {program} {source}"),
        install: "apt install golang-go, or brew install go",
        ..UNNAMED
    },
    Language {
        name: "Java",
        endings: &["java"],
        compile: Some("javac -encoding UTF-8 -d {folder} {source}"),
        // As online judges want, the class with `main` is `Main`. If it is public and has another name, javac demands that
        // for the file, and the copy gets it.
        file: Some("Main.java"),
        // A virtual machine keeps garbage as long as it has memory, so -Xmx limits its heap.
        run: "java -XX:+UseSerialGC -Xss64m -Xmx{memory}m -cp {folder} {class}",
        install: "apt install default-jdk, or brew install openjdk",
    },
    Language {
        name: "Kotlin",
        endings: &["kt"],
        compile: Some("kotlinc {source} -include-runtime -d program.jar"),
        run: "java -XX:+UseSerialGC -Xss64m -Xmx{memory}m -jar {folder}/program.jar",
        install: "snap install kotlin --classic, or brew install kotlin",
        ..UNNAMED
    },
    Language {
        name: "Python",
        endings: &["py"],
        run: "python3 {source}",
        install: "apt install python3, or brew install python",
        ..UNNAMED
    },
    Language {
        name: "JavaScript",
        endings: &["js", "mjs", "cjs"],
        run: "node {source}",
        install: "apt install nodejs, or brew install node",
        ..UNNAMED
    },
    Language {
        name: "Ruby",
        endings: &["rb"],
        run: "ruby {source}",
        install: "apt install ruby, or brew install ruby",
        ..UNNAMED
    },
    Language {
        name: "Perl",
        endings: &["pl"],
        run: "perl {source}",
        install: "apt install perl, or brew install perl",
        ..UNNAMED
    },
];

impl Language {
    /// The language of a source, by its ending.
    pub(super) fn of(source: &Path) -> anyhow::Result<&'static Self> {
        let ending = source.extension().and_then(|ending| ending.to_str());
        let has_ending =
            |language: &&Language| ending.is_some_and(|ending| language.endings.contains(&ending));
        LANGUAGES.iter().find(has_ending).with_context(|| {
            let endings = LANGUAGES.iter().flat_map(|language| language.endings);
            let endings: Vec<_> = endings.map(|ending| format!(".{ending}")).collect();
            format!(
                "no known language has the ending of {}; known are {}. A program of any other language runs as it is after --",
                source.display(),
                endings.join(", ")
            )
        })
    }

    /// Fails if the program of a command is not installed.
    pub(super) fn require(&self, program: &Invocation) -> anyhow::Result<()> {
        if find(&program.name).is_some() {
            return Ok(());
        }
        let Language { name, install, .. } = self;
        let command = program.name.to_string_lossy();
        bail!("{name} needs `{command}`, which is not installed; to install it: {install}")
    }
}
