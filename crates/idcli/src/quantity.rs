//! Rates, periods and numbers on the command line, and numbers in output.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

use jiff::Span;
use jiff::fmt::friendly::SpanParser;

/// A number of ids per time: `1000/s`.
#[derive(Clone, Debug)]
pub(crate) struct Rate {
    pub(crate) per_second: f64,
    text: String,
}

/// A length of time: `1y`.
#[derive(Clone, Debug)]
pub(crate) struct Period {
    pub(crate) duration: Duration,
    text: String,
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Rate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const EXPECTED: &str = "expected a number and a unit of time, such as 1000/s or 50/min";
        let (number, unit) = text.split_once('/').ok_or(EXPECTED)?;
        let number = positive(number).map_err(|error| format!("{EXPECTED}: {error}"))?;
        if !unit.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return Err(format!("{EXPECTED}: {unit:?} is no unit"));
        }
        let unit: Period =
            format!("1{unit}").parse().map_err(|error| format!("{EXPECTED}: {error}"))?;
        Ok(Self { per_second: number / unit.duration.as_secs_f64(), text: text.to_owned() })
    }
}

impl FromStr for Period {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let span = SpanParser::new()
            .parse_span(text)
            .map_err(|error| format!("expected a period such as 1y, 90d or 12h: {error}"))?;
        match duration(&span) {
            Some(duration) if !duration.is_zero() => Ok(Self { duration, text: text.to_owned() }),
            _ => Err("expected a period that is longer than nothing".to_owned()),
        }
    }
}

/// The length of a span, in which a year is 365.25 days and a month a twelfth of it. `None` is a
/// negative one.
fn duration(span: &Span) -> Option<Duration> {
    const DAY: i64 = 86_400;
    const YEAR: i64 = 31_557_600;
    // A span is below 20,000 years, in whatever units: far from the ends of 64 bits.
    let seconds = i64::from(span.get_years()) * YEAR
        + i64::from(span.get_months()) * (YEAR / 12)
        + i64::from(span.get_weeks()) * (7 * DAY)
        + i64::from(span.get_days()) * DAY
        + i64::from(span.get_hours()) * 3600
        + span.get_minutes() * 60
        + span.get_seconds();
    let seconds = u64::try_from(seconds).ok()?;
    let whole = Duration::from_secs(seconds)
        + Duration::from_millis(u64::try_from(span.get_milliseconds()).ok()?)
        + Duration::from_micros(u64::try_from(span.get_microseconds()).ok()?);
    Some(whole + Duration::from_nanos(u64::try_from(span.get_nanoseconds()).ok()?))
}

/// A number of things.
pub(crate) struct Counted(pub(crate) usize, pub(crate) &'static str);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == 1 { "" } else { "s" })
    }
}

/// A whole number, from zero on.
pub(crate) fn whole(text: &str) -> Result<u64, String> {
    text.parse().map_err(|error| format!("expected a whole number from 0: {error}"))
}

/// The number of a column, from 1 on.
pub(crate) fn ordinal(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|error| format!("expected a whole number from 1: {error}"))
}

/// A number that is finite and over zero.
pub(crate) fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number > 0.0 => Ok(number),
        _ => Err(format!("{text:?} is no number over zero")),
    }
}

/// A number to six figures: `7523.92`, `8.15238e-10`.
pub(crate) fn figures(number: f64) -> String {
    let scientific = format!("{number:.5e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    match exponent.parse() {
        // From 0.0001 to 999999.
        Ok(exponent @ -4..=5) => {
            trim_zeros(&format!("{number:.places$}", places = (5 - exponent) as usize)).to_owned()
        }
        _ if number == 0.0 => "0".to_owned(),
        _ => format!("{}e{exponent}", trim_zeros(mantissa)),
    }
}

/// Without zeros that say nothing, at the end behind a point.
fn trim_zeros(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

/// A chance for people: `21.2 %`, or `1 in 1.22664e9` where a percentage would be all zeros.
pub(crate) fn chance(probability: f64) -> String {
    if probability == 0.0 {
        "none".to_owned()
    } else if probability < 1e-3 {
        format!("1 in {}", figures(1.0 / probability))
    } else {
        format!("{} %", figures(probability * 100.0))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Period, Rate, chance, figures, positive};

    #[test]
    fn rates() {
        for (text, per_second) in [
            ("1000/s", 1000.0),
            ("2.5/ms", 2500.0),
            ("90/min", 1.5),
            ("90/m", 1.5),
            ("1800/h", 0.5),
            ("86400/d", 1.0),
            ("1e3/s", 1000.0),
            ("31557600/y", 1.0),
        ] {
            let found = text.parse::<Rate>().unwrap().per_second;
            assert!((found - per_second).abs() < 1e-9 * per_second, "{text}: {found}");
        }
        for text in [
            "", "1000", "/s", "1000/", "0/s", "-1/s", "NaN/s", "inf/s", "1/2s", "1/-s", "1/ s",
            "1/x",
        ] {
            assert!(text.parse::<Rate>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn periods() {
        for (text, seconds) in [
            ("1y", 31_557_600.0),
            ("1mo", 2_629_800.0),
            ("2w", 1_209_600.0),
            ("90d", 7_776_000.0),
            ("1d12h", 129_600.0),
            ("5m", 300.0),
            ("250ms", 0.25),
        ] {
            let found = text.parse::<Period>().unwrap().duration;
            assert_eq!(found, Duration::from_secs_f64(seconds), "{text}");
        }
        for text in ["", "1", "0s", "-1y", "-5ms", "y", "1 parsec"] {
            assert!(text.parse::<Period>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn numbers_over_zero() {
        assert_eq!(positive("0.5"), Ok(0.5));
        for text in ["", "0", "-1", "inf", "nan", "one"] {
            assert!(positive(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn numbers_are_written_to_six_figures() {
        for (number, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (0.5, "0.5"),
            (7523.918, "7523.92"),
            (999999.4, "999999"),
            (999999.6, "1e6"),
            (31557600000.0, "3.15576e10"),
            (0.00012345678, "0.000123457"),
            (8.152384e-10, "8.15238e-10"),
            (100.0, "100"),
        ] {
            assert_eq!(figures(number), text);
        }
    }

    #[test]
    fn chances() {
        assert_eq!(chance(0.0), "none");
        assert_eq!(chance(1.0), "100 %");
        assert_eq!(chance(0.2122), "21.22 %");
        assert_eq!(chance(1e-6), "1 in 1e6");
    }
}
