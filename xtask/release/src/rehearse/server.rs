//! A small server of HTTP/1.1 on 127.0.0.1: one thread and one request for each connection.
//!
//! It does what no proper server does: it can end a connection without an answer.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

use crate::shell::{Outcome, failed};

/// The longest line of a head.
const MAX_LINE: u64 = 16 * 1024;
/// The longest body: crates.io takes packages of up to 10 MB.
const MAX_BODY: usize = 32 * 1024 * 1024;

/// What a client asks for.
#[derive(Debug, Default)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

/// What it gets.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Answer {
        status: u16,
        headers: Vec<(String, String)>,
        body: Vec<u8>,
    },
    /// Bytes as they are, from the status line on.
    Raw(Vec<u8>),
    /// The connection ends, without an answer.
    HangUp,
}

impl Request {
    /// A header, by its name in small letters.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

impl Reply {
    pub(crate) fn new(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self::Answer { status, headers: Vec::new(), body: body.into() }
    }

    pub(crate) fn with(self, name: &str, value: &str) -> Self {
        match self {
            Self::Answer { status, mut headers, body } => {
                headers.push((name.to_owned(), value.to_owned()));
                Self::Answer { status, headers, body }
            }
            other => other,
        }
    }
}

/// Serves on a free port until this program ends, and gives the address: `127.0.0.1:PORT`.
pub(crate) fn serve(
    handler: impl Fn(&Request) -> Reply + Send + Sync + 'static,
) -> Outcome<String> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?.to_string();
    let handler = Arc::new(handler);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let handler = Arc::clone(&handler);
            thread::spawn(move || {
                // A client that goes away is not the server's fault.
                if let Ok(request) = read(&stream) {
                    let _ = write(&stream, &handler(&request));
                }
            });
        }
    });
    Ok(address)
}

fn read(stream: &TcpStream) -> Outcome<Request> {
    let mut reader = BufReader::new(stream);
    let first = line(&mut reader)?;
    let mut words = first.split(' ');
    let (Some(method), Some(path)) = (words.next(), words.next()) else {
        return failed(format!("expected a method and a path, found `{first}`"));
    };
    let mut request =
        Request { method: method.to_owned(), path: path.to_owned(), ..Request::default() };
    loop {
        let header = line(&mut reader)?;
        let Some((name, value)) = header.split_once(':') else { break };
        request.headers.push((name.to_owned(), value.trim().to_owned()));
    }
    let length = request.header("content-length").and_then(|length| length.parse().ok());
    let length: usize = length.unwrap_or(0);
    if length > MAX_BODY {
        return failed(format!("a body of {length} bytes"));
    }
    if request.header("expect").is_some() {
        let mut stream = stream;
        stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    request.body = body;
    Ok(request)
}

fn line(reader: &mut impl BufRead) -> Outcome<String> {
    let mut text = String::new();
    reader.take(MAX_LINE).read_line(&mut text)?;
    if !text.ends_with('\n') {
        return failed("the head ends too early");
    }
    Ok(text.trim_end().to_owned())
}

fn write(mut stream: &TcpStream, reply: &Reply) -> Outcome {
    match reply {
        Reply::HangUp => {}
        Reply::Raw(bytes) => stream.write_all(bytes)?,
        Reply::Answer { status, headers, body } => {
            // The words after a status are for people.
            let mut head = format!("HTTP/1.1 {status} Status {status}\r\n");
            for (name, value) in headers {
                head.extend([name, ": ", value, "\r\n"]);
            }
            let end = format!("Content-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            head.push_str(&end);
            stream.write_all(head.as_bytes())?;
            stream.write_all(body)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Reply, serve};
    use crate::shell::{command, raw};

    /// Another implementation of HTTP asks.
    fn curl(arguments: &[&str]) -> (i32, String) {
        let mut curl = command(Path::new("."), "curl");
        let output = raw(curl.args(["--silent", "--include"]).args(arguments)).unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code().unwrap(), text)
    }

    #[test]
    fn answers_and_hangs_up() {
        let address = serve(|request| match request.path.as_str() {
            "/gone" => Reply::HangUp,
            "/raw" => Reply::Raw(b"HTTP/1.1 418 Teapot\r\nContent-Length: 0\r\n\r\n".to_vec()),
            path => {
                let length = request.body.len();
                let agent = request.header("user-agent").unwrap_or_default();
                let text = format!("{} {path} {length} {agent}", request.method);
                Reply::new(200, text).with("Retry-After", "3")
            }
        })
        .unwrap();
        let url = |path: &str| format!("http://{address}{path}");
        let (code, text) = curl(&["--user-agent", "cargo 1", &url("/a?b")]);
        assert_eq!(code, 0);
        assert!(text.starts_with("HTTP/1.1 200 "), "{text}");
        assert!(text.contains("\r\nRetry-After: 3\r\n") && text.ends_with("GET /a?b 0 cargo 1"));
        let body = format!("@{}/src/rehearse/server.rs", env!("CARGO_MANIFEST_DIR"));
        let length = std::fs::metadata(&body[1..]).unwrap().len();
        let put = ["--request", "PUT", "--header", "Expect: 100-continue", "--data-binary", &body];
        let (_, text) = curl(&[&put[..], &["--user-agent", "c", &url("/new")]].concat());
        assert!(text.ends_with(&format!("PUT /new {length} c")), "{text}");
        // 52: the server returned nothing.
        assert_eq!(curl(&[&url("/gone")]), (52, String::new()));
        assert!(curl(&[&url("/raw")]).1.starts_with("HTTP/1.1 418 Teapot"));
    }
}
