//! How a command ends when it does not end well.

use crate::report;
use netplay::session::server::NetError;
use party::Sentence;
use serde::Serialize;
use std::process::ExitCode;

/// Why a command stopped short, as a sentence and as an exit code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The peers ran, and what was to be checked does not hold. Exit code 1.
    Failed(String),
    /// Wrongly asked, or cut off. Exit code 2.
    Hindered(String),
    /// The relay did not let this member in, or let it go; others may stay. Exit code 2.
    Dismissed(String),
    /// A game with a server went wrong, for a reason that has a code. Exit code 1, or 5 when there
    /// is no socket.
    Coded(NetError, String),
}

/// What a program is told of it.
#[derive(Serialize)]
struct Coded<'a> {
    error: Code<'a>,
}

#[derive(Serialize)]
struct Code<'a> {
    code: &'static str,
    message: &'a str,
}

impl Ending {
    /// The relay's own word on it.
    pub(crate) fn dismissed(why: &Sentence) -> Self {
        Self::Dismissed(format!("{}: {}", why.title, why.what))
    }

    pub(crate) fn sentence(&self) -> &str {
        match self {
            Self::Failed(sentence)
            | Self::Hindered(sentence)
            | Self::Dismissed(sentence)
            | Self::Coded(_, sentence) => sentence,
        }
    }

    /// Says it: to people a sentence, to programs its code if it has one.
    pub(crate) fn tell(&self) {
        if let Self::Coded(code, message) = self {
            report::line(&Coded { error: Code { code: code.code(), message } });
        }
        eprintln!("{}", self.sentence());
    }

    pub(crate) fn code(&self) -> ExitCode {
        match self {
            Self::Failed(_) => ExitCode::from(1),
            Self::Hindered(_) | Self::Dismissed(_) => ExitCode::from(2),
            Self::Coded(NetError::Bind | NetError::BindRefused, _) => ExitCode::from(5),
            Self::Coded(..) => ExitCode::from(1),
        }
    }
}

/// One of several is gone: says so, if others stay.
///
/// # Errors
/// When it was the last, or what ended it ends all.
pub(crate) fn one_less(name: &str, ending: Ending, left: usize) -> Result<(), Ending> {
    match ending {
        Ending::Dismissed(sentence) if left > 0 => {
            eprintln!("{name} is out. {sentence}");
            Ok(())
        }
        ending => Err(ending),
    }
}
