//! The command line: what there is to say, and the help that explains it.

mod convert;

use std::ffi::OsString;
use std::fmt;
use std::str::FromStr;

use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};

use crate::quantity::{Period, Rate, positive, whole};
use crate::sql::Column;
use crate::time::TimeArg;

pub(crate) use convert::{Bytes, ConvertArgs, Kind, Map, OnError, UuidForm};

/// Makes, explains, converts and searches time-sortable ids: HUID (63 bits) and SCRU128 (128 bits).
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
  idcli new scru128
  idcli new huid -n 3 --at 2026-01-01T00:00:00.123Z
  idcli inspect 258037077
  idcli convert --from uuid --to scru128 --map time < uuids.txt
  idcli range scru128 --from -2h --to now
  idcli collisions huid --rate 1000/s --for 1y

Exit codes: 0 all went well, 1 some input was bad, 2 the command line is wrong.
Colour follows the terminal and NO_COLOR.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    New(NewArgs),
    Inspect(InspectArgs),
    Convert(Box<ConvertArgs>),
    Range(RangeArgs),
    Collisions(CollisionsArgs),
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

/// Make new ids.
///
/// Ids are written as fast as the output takes them; a closed pipe is a quiet end. SCRU128 ids are
/// distinct and rise. HUIDs of one millisecond collide by chance, as the scheme has it, unless
/// --distinct is given; a table needs a unique constraint either way.
#[derive(Debug, Args)]
#[command(after_help = NEW_EXAMPLES)]
pub(crate) struct NewArgs {
    /// The scheme of the ids
    #[arg(value_enum)]
    pub(crate) scheme: Scheme,
    /// How many; without N, ids without end
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        num_args = 0..=1,
        allow_negative_numbers = true,
        default_value = "1",
        default_missing_value = Count::ENDLESS
    )]
    pub(crate) count: Count,
    /// How ids are written, one a line
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// Make ids of this time instead of the present
    ///
    /// RFC 3339 (2026-01-01T00:00:00Z), @ and Unix milliseconds (@1767225600000), or a span from now
    /// (-2h, +3d). HUIDs are all of its millisecond. SCRU128 ids count up from a random place in
    /// it, and go on in the next where the counter ends.
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) at: Option<TimeArg>,
    /// Make HUIDs that are distinct among themselves (huid; SCRU128 ids always are)
    ///
    /// The 2097152 HUIDs of a millisecond used up, they go on in the next.
    #[arg(long)]
    pub(crate) distinct: bool,
}

const NEW_EXAMPLES: &str = "\
Examples:
  idcli new scru128
  idcli new scru128 -n 1000000 --format lower > ids.txt
  idcli new huid -n | head -n 5
  idcli new huid -n 3 --at 2026-01-01T00:00:00.123Z";

/// How `new` writes ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The canonical text: a decimal number for huid, 26 digits in upper case for scru128
    #[default]
    Text,
    /// 26 digits in lower case (scru128)
    Lower,
    /// 19 digits, zero-padded so that they sort as text (huid)
    Padded,
    /// 0x and 16 digits for huid, 32 for scru128
    Hex,
    /// A decimal integer
    Int,
    /// A JSON string of the canonical text
    Json,
    /// Big-endian bytes without anything between ids, 8 for huid, 16 for scru128
    Bytes,
}

/// How many ids.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Count {
    Exactly(u64),
    Endless,
}

impl Count {
    const ENDLESS: &str = "endless";

    /// The number, where there is one.
    pub(crate) fn limit(self) -> Option<u64> {
        match self {
            Self::Exactly(ids) => Some(ids),
            Self::Endless => None,
        }
    }
}

impl FromStr for Count {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == Self::ENDLESS {
            return Ok(Self::Endless);
        }
        text.parse().map(Self::Exactly).map_err(|error| {
            format!(
                "-n takes a number of ids from 0, or nothing for ids without end, and then comes \
                 last: {error}"
            )
        })
    }
}

/// Explain ids: scheme, integer, hex, time and age, each field.
///
/// Ids are read from the arguments or, without any and for -, from standard input, one a line;
/// blank lines are skipped. On a terminal the bits are drawn too, coloured by field.
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
    /// Ids; without any, or for -, standard input is read
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

/// How likely ids are to collide.
///
/// Prints the chance that there is a collision and the expected number of colliding pairs, a table
/// of what keeps the chance small and, on a terminal, a chart.
#[derive(Debug, Args)]
#[command(after_help = COLLISIONS_EXAMPLES)]
pub(crate) struct CollisionsArgs {
    #[command(subcommand)]
    pub(crate) scheme: CollisionsOf,
}

const COLLISIONS_EXAMPLES: &str = "\
Examples:
  idcli collisions huid --rate 1000/s --for 1y
  idcli collisions huid --burst 1000
  idcli collisions scru128 --generators 1000 --per-ms 1000 --for 1y";

#[derive(Debug, Subcommand)]
pub(crate) enum CollisionsOf {
    Huid(HuidCollisionsArgs),
    Scru128(Scru128CollisionsArgs),
}

/// HUIDs, which are random within a millisecond.
#[derive(Debug, Args)]
#[group(skip)]
#[command(group = ArgGroup::new("load").required(true).multiple(true).args(["rate", "burst"]))]
pub(crate) struct HuidCollisionsArgs {
    /// Ids of all generators together, at random moments: 1000/s, 50/min, 2.5/ms
    #[arg(long, value_name = "N/UNIT", allow_hyphen_values = true)]
    pub(crate) rate: Option<Rate>,
    /// For how long: 1y, 90d, 12h (a year is 365.25 days)
    #[arg(long = "for", value_name = "PERIOD", default_value = "1y", allow_hyphen_values = true)]
    pub(crate) period: Period,
    /// Ids that are made within one millisecond
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole)]
    pub(crate) burst: Option<u64>,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// SCRU128 ids, of which only those of different generators can collide.
#[derive(Debug, Args)]
pub(crate) struct Scru128CollisionsArgs {
    /// The number of generators: processes, or threads with a generator of their own
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole)]
    pub(crate) generators: u64,
    /// Ids that each of them makes in each millisecond
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = positive)]
    pub(crate) per_ms: f64,
    /// For how long: 1y, 90d, 12h (a year is 365.25 days)
    #[arg(long = "for", value_name = "PERIOD", default_value = "1y", allow_hyphen_values = true)]
    pub(crate) period: Period,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

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
