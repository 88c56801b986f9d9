//! Times on the command line, times in output, and how long ago they are.

use std::fmt;
use std::str::FromStr;

use jiff::fmt::friendly::SpanParser;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, Unit};

use crate::failure::Failure;

const NS_PER_MS: i128 = 1_000_000;

/// A time as it is written on the command line: absolute, or relative to a present that comes
/// later, so that all times of one command have the same.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TimeArg {
    At(Instant),
    FromNow(Span),
}

/// A moment, to the nanosecond. It may be far outside what an id, or a calendar, can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Instant {
    unix_ns: i128,
}

impl Instant {
    fn of(timestamp: Timestamp) -> Self {
        Self { unix_ns: timestamp.as_nanosecond() }
    }

    fn of_unix_ms(unix_ms: i64) -> Self {
        Self { unix_ns: i128::from(unix_ms) * NS_PER_MS }
    }

    /// The millisecond that the moment is in, in Unix milliseconds.
    pub(crate) fn unix_ms(self) -> i64 {
        // A moment is made of an `i64` of milliseconds, or of a calendar's year below 10000.
        self.unix_ns.div_euclid(NS_PER_MS) as i64
    }

    /// The last millisecond that began before the moment.
    pub(crate) fn unix_ms_before(self) -> i64 {
        // Saturated, the lowest `i64`'s predecessor is outside every scheme as well.
        i64::try_from((self.unix_ns - 1).div_euclid(NS_PER_MS)).unwrap_or(i64::MIN)
    }
}

impl TimeArg {
    /// The moment that is meant at the present `now`.
    ///
    /// # Errors
    ///
    /// The span from now leaves the calendar, which ends with the year 9999.
    pub(crate) fn resolve(self, now: Timestamp) -> Result<Instant, Failure> {
        match self {
            Self::At(instant) => Ok(instant),
            Self::FromNow(span) => match now.to_zoned_datetime(TimeZone::UTC).checked_add(span) {
                Ok(then) => Ok(Instant::of(then.timestamp())),
                Err(error) => Err(Failure::usage(format_args!("{span:#} from now: {error}"))),
            },
        }
    }
}

impl FromStr for TimeArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if has_leap_second(text) {
            return Err(
                "a Unix time has no leap seconds, and so no second 60: take the second 59 \
                        before it, or the second 00 after it"
                    .to_owned(),
            );
        }
        let parsed = if text == "now" {
            Ok(Self::FromNow(Span::new()))
        } else if let Some(unix_ms) = text.strip_prefix('@') {
            unix_ms
                .parse()
                .map(|unix_ms| Self::At(Instant::of_unix_ms(unix_ms)))
                .map_err(|error| error.to_string())
        } else if text.starts_with(['+', '-']) {
            SpanParser::new().parse_span(text).map(Self::FromNow).map_err(|error| error.to_string())
        } else {
            text.parse()
                .map(|timestamp| Self::At(Instant::of(timestamp)))
                .map_err(|error| error.to_string())
        };
        parsed.map_err(|error| {
            format!(
                "expected RFC 3339 such as 2026-01-01T00:00:00Z, @ and Unix milliseconds, a span \
                 from now such as -2h or +3d, or now: {error}"
            )
        })
    }
}

/// Whether the seconds of a time of day are 60, which the library takes for 59.
fn has_leap_second(text: &str) -> bool {
    let Some((_, time)) = text.split_once(['T', 't', ' ']) else { return false };
    // With or without colons.
    let end = time.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(time.len());
    time[..end].bytes().filter(u8::is_ascii_digit).skip(4).eq(*b"60")
}

/// A Unix time in milliseconds, written in RFC 3339, in UTC and to the millisecond.
pub(crate) struct Rfc3339(pub(crate) i64);

impl fmt::Display for Rfc3339 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Timestamp::from_millisecond(self.0) {
            Ok(timestamp) => write!(f, "{timestamp:.3}"),
            // Beyond the year 9999: no id of either scheme.
            Err(_) => write!(f, "Unix {} ms", self.0),
        }
    }
}

/// How far a time is from the present, in its largest unit: `3 days ago`, `in 2 hours`, `now`.
pub(crate) struct Age {
    pub(crate) unix_ms: i64,
    pub(crate) now: Timestamp,
}

impl fmt::Display for Age {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((count, unit, past)) = self.largest_unit() else {
            return f.write_str("now");
        };
        let plural = if count == 1 { "" } else { "s" };
        if past {
            write!(f, "{count} {unit}{plural} ago")
        } else {
            write!(f, "in {count} {unit}{plural}")
        }
    }
}

impl Age {
    /// The largest unit of the distance, how often it fits, and whether the time has passed.
    /// `None` is less than a second, or a time that no calendar has.
    fn largest_unit(&self) -> Option<(i64, &'static str, bool)> {
        let then = Timestamp::from_millisecond(self.unix_ms).ok()?;
        let past = then <= self.now;
        let (earlier, later) = if past { (then, self.now) } else { (self.now, then) };
        let utc = TimeZone::UTC;
        let distance = utc.to_datetime(later).since((Unit::Year, utc.to_datetime(earlier))).ok()?;
        [
            (i64::from(distance.get_years()), "year"),
            (i64::from(distance.get_months()), "month"),
            (i64::from(distance.get_days()), "day"),
            (i64::from(distance.get_hours()), "hour"),
            (distance.get_minutes(), "minute"),
            (distance.get_seconds(), "second"),
        ]
        .into_iter()
        .find(|(count, _)| *count != 0)
        .map(|(count, unit)| (count, unit, past))
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::{Age, Instant, Rfc3339, TimeArg};

    /// 2026-11-15T23:17:12.814Z.
    const NOW: i64 = 1794784632814;

    fn resolve(text: &str) -> Instant {
        let now = Timestamp::from_millisecond(NOW).unwrap();
        text.parse::<TimeArg>().unwrap().resolve(now).unwrap()
    }

    #[test]
    fn absolute_times() {
        for (text, unix_ms) in [
            ("2026-01-01T00:00:00Z", 1767225600000),
            ("2026-01-01T00:00:00.123456789Z", 1767225600123),
            ("2026-01-01t02:00:00.123+02:00", 1767225600123),
            ("1969-12-31T23:59:59.9999Z", -1),
            ("@1767225600123", 1767225600123),
            ("@-1", -1),
            ("@9223372036854775807", i64::MAX),
            ("@-9223372036854775808", i64::MIN),
        ] {
            assert_eq!(resolve(text).unix_ms(), unix_ms, "{text}");
        }
    }

    #[test]
    fn relative_times() {
        const HOUR: i64 = 3_600_000;
        for (text, distance) in [
            ("now", 0),
            ("-2h", -2 * HOUR),
            ("+3d", 72 * HOUR),
            ("-1d12h", -36 * HOUR),
            ("-90m", -3 * HOUR / 2),
            ("-15ms", -15),
            // 31 days of October, 365 of 2025/26.
            ("-1mo", -31 * 24 * HOUR),
            ("-1y", -365 * 24 * HOUR),
        ] {
            assert_eq!(resolve(text).unix_ms(), NOW + distance, "{text}");
        }
    }

    #[test]
    fn the_end_that_is_left_out() {
        for (text, last) in [
            ("2026-01-01T00:00:00Z", 1767225599999),
            ("2026-01-01T00:00:00.000000001Z", 1767225600000),
            ("2026-01-01T00:00:00.001Z", 1767225600000),
            ("1970-01-01T00:00:00Z", -1),
            ("@-9223372036854775808", i64::MIN),
        ] {
            assert_eq!(resolve(text).unix_ms_before(), last, "{text}");
        }
    }

    #[test]
    fn what_is_no_time() {
        for text in [
            "",
            "2026-01-01",
            "2026-01-01T00:00:00",
            "2026-02-29T00:00:00Z",
            "@",
            "@1.5",
            "@9223372036854775808",
            "1767225600000",
            "2h",
            "-",
            "-2",
            "-2parsecs",
            "yesterday",
        ] {
            assert!(text.parse::<TimeArg>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn leap_seconds_are_refused() {
        for text in [
            "2016-12-31T23:59:60Z",
            "2026-06-30T23:59:60Z",
            "2026-06-30t23:59:60.5z",
            "2026-06-30 23:59:60,5Z",
            "2026-07-01T01:59:60+02:00",
            "20260630T235960Z",
            "2026-06-30T12:00:60-05:30",
        ] {
            let error = text.parse::<TimeArg>().unwrap_err();
            assert!(error.starts_with("a Unix time has no leap seconds"), "{text}: {error}");
        }
        for text in ["2026-06-30T23:59:59.60Z", "2026-06-30T23:59:59.999999999Z"] {
            assert!(text.parse::<TimeArg>().is_ok(), "{text}");
        }
    }

    #[test]
    fn a_span_that_leaves_the_calendar() {
        let now = Timestamp::from_millisecond(NOW).unwrap();
        assert!("+9000y".parse::<TimeArg>().unwrap().resolve(now).is_err());
    }

    #[test]
    fn ages_are_told_in_their_largest_unit() {
        const DAY: i64 = 86_400_000;
        let now = Timestamp::from_millisecond(NOW).unwrap();
        for (distance, age) in [
            (0, "now"),
            (-999, "now"),
            (999, "now"),
            (-1000, "1 second ago"),
            (-59_999, "59 seconds ago"),
            (-60_000, "1 minute ago"),
            (-7_200_000, "2 hours ago"),
            (-3 * DAY, "3 days ago"),
            (-31 * DAY, "1 month ago"),
            (-365 * DAY, "1 year ago"),
            (-364 * DAY, "11 months ago"),
            (3 * DAY, "in 3 days"),
            (1000, "in 1 second"),
        ] {
            assert_eq!(Age { unix_ms: NOW + distance, now }.to_string(), age);
        }
    }

    #[test]
    fn times_are_written_to_the_millisecond() {
        assert_eq!(Rfc3339(1767225600000).to_string(), "2026-01-01T00:00:00.000Z");
        assert_eq!(Rfc3339(1767225600123).to_string(), "2026-01-01T00:00:00.123Z");
        assert_eq!(Rfc3339(19170022844415).to_string(), "2577-06-22T06:20:44.415Z");
    }
}
