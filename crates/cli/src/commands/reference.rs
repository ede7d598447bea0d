//! `crossply reference`: a transliterated program on raw bytes.

use std::io::{self, BufReader, BufWriter, Write};

use clap::builder::PossibleValuesParser;
use crossply_problems::program::all_programs;

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
    #[arg(value_parser = PossibleValuesParser::new(all_programs().map(|(name, _)| name)))]
    name: String,

    #[command(flatten)]
    source: Source,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let (program, main) = all_programs()
        .find(|(name, _)| *name == arguments.name)
        .expect("clap knows the names");
    let mut output = BufWriter::new(io::stdout().lock());
    let (input, name) = arguments.source.open()?;
    let result = main(&mut BufReader::new(input), &mut output);
    output.flush()?;
    match result {
        Ok(()) => Ok(Status::Right),
        Err(stopped) => {
            let origin = format!("{program}: {name}");
            Err(anyhow::Error::new(stopped).context(origin))
        }
    }
}
