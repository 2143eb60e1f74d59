//! How a command ends when it does not end well.

use std::process::ExitCode;

/// Why a command stopped short, as a sentence and as an exit code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The peers ran, and what was to be checked does not hold. Exit code 1.
    Failed(String),
    /// Wrongly asked, not let in, or cut off. Exit code 2.
    Hindered(String),
}

impl Ending {
    pub(crate) fn sentence(&self) -> &str {
        match self {
            Self::Failed(sentence) | Self::Hindered(sentence) => sentence,
        }
    }

    pub(crate) fn code(&self) -> ExitCode {
        match self {
            Self::Failed(_) => ExitCode::from(1),
            Self::Hindered(_) => ExitCode::from(2),
        }
    }
}
