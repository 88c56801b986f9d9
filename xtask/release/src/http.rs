//! Asking a server, through curl.

use std::collections::HashMap;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::patience::{retry_after, wait};
use crate::shell::{Outcome, command, failed, raw};

/// How often a server is asked that gives no answer, or asks for patience.
const TRIES: u32 = 8;

/// What a server answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The wait that it asks for.
    pub(crate) retry_after: Option<Duration>,
    pub(crate) body: Vec<u8>,
}

/// The answer to a request for a URL: 200 or 404. Other answers, and none, are asked for again, after
/// the wait that the server asks for.
pub(crate) fn get(url: &str, headers: &[&str]) -> Outcome<Answer> {
    let mut last = String::new();
    for tries in 0..TRIES {
        let mut asked = None;
        match get_once(url, headers) {
            Ok(answer) if matches!(answer.status, 200 | 404 | 410) => return Ok(answer),
            Ok(answer) if answer.status == 429 || answer.status >= 500 => {
                last = format!("status {}", answer.status);
                asked = answer.retry_after;
            }
            Ok(answer) => {
                let body = String::from_utf8_lossy(&answer.body).into_owned();
                return failed(format!(
                    "{url}: expected status 200, found {}: {body}",
                    answer.status
                ));
            }
            Err(failure) => last = failure.to_string(),
        }
        let wait = wait(tries, asked).map_err(|failure| failure.about(url))?;
        eprintln!("{url}: {last}; again in {} s", wait.as_secs());
        sleep(wait);
    }
    failed(format!("{url}: no answer after {TRIES} tries, the last: {last}"))
}

fn get_once(url: &str, headers: &[&str]) -> Outcome<Answer> {
    let mut curl = command(Path::new("."), "curl");
    curl.args(["--silent", "--show-error", "--location", "--max-time", "60"]);
    curl.args(["--user-agent", concat!("xtask-release/", env!("CARGO_PKG_VERSION"))]);
    for header in headers {
        curl.args(["--header", header]);
    }
    // What comes after the body goes to the other stream, so that the body is what it is.
    curl.args(["--write-out", "%{stderr}%{http_code}\n%{header_json}", url]);
    let output = raw(&mut curl)?;
    let told = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let what = told.lines().next().unwrap_or_default().to_owned();
        return failed(format!("curl: {}: {what}", output.status));
    }
    let Some((status, headers)) = told.split_once('\n') else {
        return failed(format!("curl: expected a status and headers, found `{told}`"));
    };
    let headers: HashMap<String, Value> = serde_json::from_str(headers)?;
    let asked = headers.get("retry-after").and_then(|values| values[0].as_str());
    Ok(Answer {
        status: status.parse().or_else(|_| failed(format!("curl: status `{status}`")))?,
        retry_after: asked.and_then(|asked| retry_after(asked, SystemTime::now())),
        body: output.stdout,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::{Duration, Instant};

    use super::get;
    use crate::rehearse::server::{Reply, serve};

    #[test]
    fn a_server_that_asks_for_patience_gets_it() {
        let times = Mutex::new(Vec::new());
        let address = serve(move |_| {
            let mut times = times.lock().unwrap();
            times.push(Instant::now());
            match times[..] {
                [_] => Reply::new(429, "slowly").with("Retry-After", "2"),
                [first, second] if second - first < Duration::from_secs(2) => {
                    Reply::new(400, "too soon")
                }
                [_, _] => Reply::HangUp,
                _ => Reply::new(200, "text"),
            }
        })
        .unwrap();
        let answer = get(&format!("http://{address}/"), &[]).unwrap();
        assert_eq!((answer.status, answer.body), (200, b"text".to_vec()));
    }

    #[test]
    fn an_answer_that_is_no_answer_is_an_error() {
        let address = serve(|_| Reply::new(403, "not you")).unwrap();
        let error = get(&format!("http://{address}/"), &[]).unwrap_err().to_string();
        assert!(error.ends_with("expected status 200, found 403: not you"), "{error}");
    }
}
