//! `crossply reference`: a transliterated program on raw bytes.

use std::io::{self, BufWriter, Write};

use clap::builder::PossibleValuesParser;
use crossply_problems::program::programs;

use crate::input::Source;
use crossply::cli::Status;

/// Runs a transliterated C++ program on raw bytes
///
/// Prints byte for byte what the original prints, even for illegal boards, because it checks nothing. If the
/// input ends too early, it stops with a message: the original would go on with the last values it read, or for
/// ever.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The program
    #[arg(value_parser = PossibleValuesParser::new(programs().map(|program| program.name)))]
    name: String,

    #[command(flatten)]
    source: Source,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let program = programs()
        .find(|program| program.name == arguments.name)
        .expect("clap knows the names");
    let mut output = BufWriter::new(io::stdout().lock());
    let (mut input, name) = arguments.source.open()?;
    let result = (program.run)(&mut input, &mut output);
    output.flush()?;
    match result {
        Ok(()) => Ok(Status::Right),
        Err(stopped) => {
            let origin = format!("{}: {name}", program.name);
            Err(anyhow::Error::new(stopped).context(origin))
        }
    }
}
