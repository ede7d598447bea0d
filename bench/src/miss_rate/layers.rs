//! The layers of checks that are measured.

use clap::ValueEnum;

/// A layer, in the order of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Layer {
    Uniform,
    Proptest,
    Libfuzzer,
    LibfuzzerAlone,
    Afl,
}

impl Layer {
    pub(crate) const ALL: [Layer; 5] = [
        Layer::Uniform,
        Layer::Proptest,
        Layer::Libfuzzer,
        Layer::LibfuzzerAlone,
        Layer::Afl,
    ];

    /// As the tables call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Layer::Uniform => "uniform drawing",
            Layer::Proptest => "proptest",
            Layer::Libfuzzer => "libFuzzer, our mutator",
            Layer::LibfuzzerAlone => "libFuzzer alone",
            Layer::Afl => "AFL++",
        }
    }
}
