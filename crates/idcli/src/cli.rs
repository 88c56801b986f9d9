//! The command line: what there is to say, and the help that explains it.

use std::ffi::OsString;
use std::fmt;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::sql::Column;
use crate::time::TimeArg;

/// Makes, explains and searches time-sortable ids: HUID (63 bits) and SCRU128 (128 bits).
#[derive(Debug, Parser)]
#[command(
    name = "idcli",
    version,
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = AFTER_HELP
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  idcli inspect 258037077
  idcli range scru128 --from -2h --to now

Exit codes: 0 all went well, 1 some input was bad, 2 the command line is wrong.
Colour follows the terminal and NO_COLOR.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Inspect(InspectArgs),
    Range(RangeArgs),
    Completions(CompletionsArgs),
}

/// One of the two schemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scheme {
    /// 63 bits: milliseconds since 2026 and 21 random bits; a decimal number
    Huid,
    /// 128 bits: milliseconds since 2020, counter and randomness; 26 digits
    Scru128,
}

impl fmt::Display for Scheme {
    /// The name as the specifications write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Huid => "HUID",
            Self::Scru128 => "SCRU128",
        })
    }
}

/// Explain ids: scheme, integer, hex, time and age, each field.
///
/// Ids are read from the arguments or, without any, from standard input, one a line; blank lines
/// are skipped. On a terminal the bits are drawn too, coloured by field.
///
/// What is read:
///   1 to 19 decimal digits          a HUID
///   26 digits of 0-9A-V             a SCRU128, in either case
///   0x and 1 to 16 hex digits       a HUID
///   0x and 32 hex digits            a SCRU128
/// `--as huid` reads nothing but a HUID. `--as scru128` reads nothing but a SCRU128, decimal
/// integers and 1 to 32 hex digits after 0x among them.
///
/// A bad id is told on standard error (with the number of its line), the rest goes on, and the exit
/// code is 1.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, after_help = INSPECT_EXAMPLES)]
pub(crate) struct InspectArgs {
    /// Ids; without any, standard input is read
    // Not `String`: what is not UTF-8 is a bad id, and no wrong command line.
    #[arg(value_name = "ID", allow_negative_numbers = true)]
    pub(crate) ids: Vec<OsString>,
    /// Read every id as one of this scheme
    #[arg(long = "as", value_name = "SCHEME", value_enum)]
    pub(crate) scheme: Option<Scheme>,
    /// Print one JSON object a line; integers that may be over 2^53 are strings
    #[arg(long)]
    pub(crate) json: bool,
}

const INSPECT_EXAMPLES: &str = "\
Examples:
  idcli inspect 258037077 00QBTG0FERFTCCNFISUBO489DI
  idcli inspect --as scru128 1095473244246772103403544935821223346
  idcli inspect --json < ids.txt | jq -r .time";

/// The lowest and the highest id of a window of time, for queries.
///
/// The window is every id that may have been made from --from on and up to --to, both inclusive.
/// Ids know their time to the millisecond, so the window is widened to whole milliseconds: all ids
/// of the millisecond that --to is in are part of it. --before takes the place of --to where the
/// end does not belong to the window: the last millisecond is then the last one that began before
/// it.
///
/// Times are RFC 3339 (2026-01-01T00:00:00Z), @ and Unix milliseconds (@1767225600000), a span from
/// now (-2h, +3d, -1y6mo; m is minutes, mo months), or now.
#[derive(Debug, Args)]
#[command(after_help = RANGE_EXAMPLES)]
pub(crate) struct RangeArgs {
    /// The scheme of the ids
    #[arg(value_enum)]
    pub(crate) scheme: Scheme,
    /// The time when the window begins
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) from: TimeArg,
    /// The time when the window ends, which belongs to it
    #[arg(
        long,
        value_name = "TIME",
        allow_hyphen_values = true,
        required_unless_present = "before"
    )]
    pub(crate) to: Option<TimeArg>,
    /// The time when the window has ended, which does not belong to it
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, conflicts_with = "to")]
    pub(crate) before: Option<TimeArg>,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Print `COLUMN BETWEEN lowest AND highest`, numbers for huid, text for scru128
    ///
    /// The column is a plain SQL name such as id or orders.id, or quoted with "" or ``; anything
    /// else is refused.
    #[arg(long, value_name = "COLUMN", conflicts_with = "json")]
    pub(crate) sql: Option<Column>,
}

const RANGE_EXAMPLES: &str = "\
Examples:
  idcli range huid --from 2026-11-01T00:00:00Z --before 2026-12-01T00:00:00Z
  idcli range scru128 --from -2h --to now --json
  psql -c \"SELECT * FROM orders WHERE $(idcli range huid --from -1d --to now --sql id)\"";

/// Print the completion script of a shell.
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  idcli completions bash > ~/.local/share/bash-completion/completions/idcli
  idcli completions zsh > ~/.zfunc/_idcli
  idcli completions fish > ~/.config/fish/completions/idcli.fish";

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        super::Cli::command().debug_assert();
    }
}
