//! `crossply schema`: what to expect of the JSON that other commands print.

use std::io::Write;

use super::explain::document::ExplainDocument;
use clap::ValueEnum;
use crossply::report::CheckDocument;
use crossply_judge::report::JudgeDocument;
use schemars::generate::SchemaSettings;

use crossply::cli::Status;

/// Prints the JSON Schema of a command's --format json
///
/// The field `format` of a document is its version. A version may gain fields; it never loses one or changes
/// the meaning of one.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The command
    command: CommandName,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CommandName {
    Check,
    Judge,
    Explain,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let generator = settings.into_generator();
    let schema = match arguments.command {
        CommandName::Check => generator.into_root_schema_for::<CheckDocument>(),
        CommandName::Judge => generator.into_root_schema_for::<JudgeDocument>(),
        CommandName::Explain => generator.into_root_schema_for::<ExplainDocument>(),
    };
    let text = serde_json::to_string_pretty(&schema)?;
    writeln!(anstream::stdout(), "{text}")?;
    Ok(Status::Right)
}
