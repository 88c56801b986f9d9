//! How long to wait before asking again: as the server says, else longer each time.

use std::time::{Duration, SystemTime};

use crate::shell::{Outcome, failed};

/// The longest that is waited without being told to.
const LONGEST: Duration = Duration::from_secs(15);
/// What is waited first after an upload over a limit whose end is not told.
const UNTOLD: Duration = Duration::from_mins(1);
/// The longest of these waits: crates.io takes one new name in this time.
const LONGEST_UNTOLD: Duration = Duration::from_mins(10);
/// A server that asks for more is answered by a person: crates.io asks for ten minutes between new
/// names.
const MOST: Duration = Duration::from_mins(20);

/// The wait before a try: 1, 2, 4, 8 s and then 15 s, or what the server asks for.
///
/// # Errors
///
/// The server asks for more than 20 minutes.
pub(crate) fn wait(tries: u32, retry_after: Option<Duration>) -> Outcome<Duration> {
    match retry_after {
        Some(asked) if asked > MOST => failed(format!(
            "the registry asks for a wait of {} s, and {} s are the most that is waited for: run \
             this again then",
            asked.as_secs(),
            MOST.as_secs()
        )),
        Some(asked) => Ok(asked),
        None => Ok(LONGEST.min(Duration::from_secs(1 << tries.min(8)))),
    }
}

/// The wait after an upload over a limit: what the registry asks for, else 1, 2, 4, 8 and then 10
/// minutes. A limit for uploads does not end within seconds.
///
/// # Errors
///
/// The registry asks for more than 20 minutes.
pub(crate) fn limit(times: u32, asked: Option<Duration>) -> Outcome<Duration> {
    match asked {
        Some(_) => wait(times, asked),
        None => Ok(LONGEST_UNTOLD.min(UNTOLD * (1 << times.min(8)))),
    }
}

/// The value of a header `Retry-After`: seconds, or a date. A date that is over is no wait.
pub(crate) fn retry_after(value: &str, now: SystemTime) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    httpdate::parse_http_date(value).ok().map(|date| until(date, now))
}

/// A wait that is told in a message only: `try again after Sun, 06 Nov 1994 08:49:37 GMT`, as
/// crates.io writes, or a header that is shown among others.
pub(crate) fn retry_after_in(message: &str, now: SystemTime) -> Option<Duration> {
    let header = |line: &str| {
        let (name, value) = line.split_once(':')?;
        let is_it = name.trim().eq_ignore_ascii_case("retry-after");
        is_it.then(|| retry_after(value, now)).flatten()
    };
    let date = |text: &str| {
        let end = text.find("GMT")? + "GMT".len();
        httpdate::parse_http_date(&text[..end]).ok().map(|date| until(date, now))
    };
    message
        .lines()
        .find_map(header)
        .or_else(|| message.split("try again after ").skip(1).find_map(date))
}

fn until(date: SystemTime, now: SystemTime) -> Duration {
    // A date has no fractions of a second: the second that it names has to be over.
    date.duration_since(now).map_or(Duration::ZERO, |wait| wait + Duration::from_secs(1))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    use super::{limit, retry_after, retry_after_in, wait};

    /// Ten seconds before the date in RFC 9110, which is 784111777 s after the epoch.
    fn now() -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(784_111_777 - 10)
    }

    #[test]
    fn reads_seconds_and_dates() {
        assert_eq!(retry_after(" 120 ", now()), Some(Duration::from_mins(2)));
        let date = "Sun, 06 Nov 1994 08:49:37 GMT";
        assert_eq!(retry_after(date, now()), Some(Duration::from_secs(11)));
        let over = now() + Duration::from_mins(1);
        assert_eq!(retry_after(date, over), Some(Duration::ZERO));
        assert_eq!(retry_after("soon", now()), None);
        assert_eq!(retry_after("-1", now()), None);
    }

    #[test]
    fn finds_the_wait_in_what_cargo_prints() {
        let detail = "error: failed to publish to registry\n\nCaused by:\n  the remote server \
                      responded with an error (status 429 Too Many Requests): You have published \
                      too many new crates in a short period of time. Please try again after Sun, \
                      06 Nov 1994 08:49:37 GMT and see https://crates.io/docs/rate-limits";
        assert_eq!(retry_after_in(detail, now()), Some(Duration::from_secs(11)));
        let headers = "failed to get a 200 OK response, got 429\nheaders:\n\tHTTP/1.1 429 \
                       Too Many\n\tRetry-After: 7\n\tcontent-length: 0\nbody:\n";
        assert_eq!(retry_after_in(headers, now()), Some(Duration::from_secs(7)));
        assert_eq!(retry_after_in("try again after lunch", now()), None);
    }

    #[test]
    fn waits_get_longer_up_to_a_bound() {
        let seconds = |tries| wait(tries, None).unwrap().as_secs();
        assert_eq!([0, 1, 2, 3, 4, 50].map(seconds), [1, 2, 4, 8, 15, 15]);
        let asked = Some(Duration::from_mins(10));
        assert_eq!(wait(0, asked).unwrap().as_secs(), 600);
        let minutes = |times| limit(times, None).unwrap().as_secs() / 60;
        assert_eq!([0, 1, 2, 3, 4, 50].map(minutes), [1, 2, 4, 8, 10, 10]);
        assert_eq!(limit(4, Some(Duration::from_secs(3))), Ok(Duration::from_secs(3)));
        let error = wait(0, Some(Duration::from_secs(1201))).unwrap_err().to_string();
        assert!(error.contains("1201 s, and 1200 s"), "{error}");
    }
}
