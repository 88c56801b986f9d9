//! A registry of npm packages on this machine: verdaccio, behind a front that can ask for
//! patience and lose an answer.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::server::{Reply, Request, serve};
use crate::shell::{Outcome, command, failed, output, raw, run as call};

/// What the first upload is answered, where there are faults: 429, and to come back after this.
pub(super) const ASKED: Duration = Duration::from_secs(3);
/// Begins a server and ends it when the input ends, which is when this program does.
const GUARD: &str = "\"$@\" & server=$!; read -r _; kill $server; wait $server";

/// A running verdaccio. It ends with this value.
#[derive(Debug)]
pub(super) struct Npm {
    server: Child,
    /// The address of the front: `127.0.0.1:PORT`.
    pub(super) address: String,
    /// Of a user that may publish.
    pub(super) token: String,
    pub(super) uploads: Arc<Uploads>,
}

/// What the front has seen.
#[derive(Debug, Default)]
pub(super) struct Uploads {
    pub(super) sent: AtomicU32,
    /// Uploads that the registry took.
    pub(super) stored: AtomicU32,
    /// Uploads that it did not take.
    pub(super) refused: AtomicU32,
    pub(super) lost_answers: AtomicU32,
    /// When the first was answered 429, and how much later the next came.
    limited: OnceLock<Instant>,
    pub(super) back: OnceLock<Duration>,
}

impl Npm {
    /// Starts it with empty storage in a folder. With faults, the first upload is answered 429, and the
    /// next is stored and gets no answer.
    pub(super) fn start(top: &Path, folder: &Path, with_faults: bool) -> Outcome<Self> {
        let program = tools(top)?.join("node_modules/verdaccio/bin/verdaccio");
        fs::create_dir_all(folder)?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let address = format!("127.0.0.1:{port}");
        fs::write(folder.join("config.yaml"), configuration(folder))?;
        let log = File::create(folder.join("verdaccio.log"))?;
        let mut server = command(folder, "sh");
        server.args(["-c", GUARD, "sh", "node"]).arg(program);
        server.args(["--config", "config.yaml", "--listen", &address]);
        let server = server.stdin(Stdio::piped()).stdout(log.try_clone()?).stderr(log).spawn()?;
        let uploads = Arc::new(Uploads::default());
        let mut npm = Self { server, address, token: String::new(), uploads };
        npm.wait_for_it(folder)?;
        npm.token = npm.make_user(folder)?;
        let (behind, seen) = (npm.address.clone(), Arc::clone(&npm.uploads));
        npm.address = serve(move |request| front(&behind, request, &seen, with_faults))?;
        Ok(npm)
    }

    fn wait_for_it(&self, folder: &Path) -> Outcome {
        let url = format!("http://{}/-/ping", self.address);
        for _ in 0..120 {
            let mut ping = command(folder, "curl");
            if raw(ping.args(["--silent", "--fail", &url]))?.status.success() {
                return Ok(());
            }
            sleep(Duration::from_millis(500));
        }
        let log = fs::read_to_string(folder.join("verdaccio.log"))?;
        failed(format!("verdaccio does not answer at {url}\n{log}"))
    }

    fn make_user(&self, folder: &Path) -> Outcome<String> {
        let user = json!({ "name": "rehearsal", "password": "only-on-this-machine" }).to_string();
        let url = format!("http://{}/-/user/org.couchdb.user:rehearsal", self.address);
        let mut put = command(folder, "curl");
        put.args(["--silent", "--request", "PUT", "--header", "Content-Type: application/json"]);
        let told = output(put.args(["--data", &user, &url]))?;
        let answer: Value = serde_json::from_str(&told)?;
        match answer["token"].as_str() {
            Some(token) => Ok(token.to_owned()),
            None => failed(format!("{url}: expected a token, found {told}")),
        }
    }
}

impl Drop for Npm {
    fn drop(&mut self) {
        drop(self.server.stdin.take());
        // It has been asked to end; what it says then is no matter.
        let _ = self.server.wait();
    }
}

/// The folder with verdaccio and the validator, at the versions of the lockfile beside this crate.
pub(super) fn tools(top: &Path) -> Outcome<PathBuf> {
    let (from, to) = (top.join("xtask/release/npm"), top.join("target/tools/release"));
    fs::create_dir_all(&to)?;
    let lock = fs::read(from.join("package-lock.json"))?;
    let marker = to.join("installed-lock.json");
    for file in ["package.json", "package-lock.json", "validate.mjs"] {
        fs::copy(from.join(file), to.join(file))?;
    }
    if fs::read(&marker).ok().as_ref() != Some(&lock) {
        call(command(&to, "npm").args(["ci", "--no-progress", "--ignore-scripts"]))?;
        fs::write(marker, lock)?;
    }
    Ok(to)
}

/// Whoever has a user may publish, and nothing comes from another registry.
fn configuration(folder: &Path) -> String {
    let folder = folder.display();
    format!(
        "storage: {folder}/storage\n\
         auth:\n  htpasswd:\n    file: {folder}/htpasswd\n\
         packages:\n  '**':\n    access: $all\n    publish: $authenticated\n\
         log: {{ type: stdout, format: json, level: warn }}\n"
    )
}

/// Hands a request on, and the answer back.
fn front(behind: &str, request: &Request, seen: &Uploads, with_faults: bool) -> Reply {
    let is_upload = request.method == "PUT";
    if is_upload && seen.sent.fetch_add(1, Ordering::SeqCst) == 0 && with_faults {
        seen.limited.get_or_init(Instant::now);
        return Reply::new(429, "{}").with("Retry-After", &ASKED.as_secs().to_string());
    }
    if is_upload && let Some(limited) = seen.limited.get() {
        seen.back.get_or_init(|| limited.elapsed());
    }
    let Ok(answer) = forward(behind, request) else { return Reply::new(502, "verdaccio is gone") };
    if !is_upload {
        return Reply::Raw(answer);
    }
    let was_stored = answer.starts_with(b"HTTP/1.1 20");
    let counter = if was_stored { &seen.stored } else { &seen.refused };
    counter.fetch_add(1, Ordering::SeqCst);
    if with_faults && seen.lost_answers.fetch_add(1, Ordering::SeqCst) == 0 {
        return Reply::HangUp;
    }
    Reply::Raw(answer)
}

fn forward(behind: &str, request: &Request) -> Outcome<Vec<u8>> {
    let mut stream = TcpStream::connect(behind)?;
    let mut head = format!("{} {} HTTP/1.1\r\nConnection: close\r\n", request.method, request.path);
    // The host stays that of the front, so that the addresses of packages are there too.
    for (name, value) in &request.headers {
        if !["connection", "expect"].contains(&name.to_lowercase().as_str()) {
            head.extend([name, ": ", value, "\r\n"]);
        }
    }
    stream.write_all(head.as_bytes())?;
    stream.write_all(b"\r\n")?;
    stream.write_all(&request.body)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::{ASKED, Uploads, front};
    use crate::rehearse::server::{Reply, Request, serve};

    #[test]
    fn an_upload_is_limited_and_the_next_has_no_answer() {
        let behind = serve(|_| Reply::new(201, "{}")).unwrap();
        let seen = Uploads::default();
        let ask = |method: &str, with_faults| {
            let (method, path) = (method.to_owned(), "/p".to_owned());
            front(&behind, &Request { method, path, ..Request::default() }, &seen, with_faults)
        };
        let count = |counter: &AtomicU32| counter.load(Ordering::SeqCst);
        let limit = Reply::new(429, "{}").with("Retry-After", &ASKED.as_secs().to_string());
        assert_eq!(ask("PUT", true), limit);
        assert_eq!((count(&seen.sent), count(&seen.stored)), (1, 0));
        assert!(matches!(ask("GET", true), Reply::Raw(_)) && seen.back.get().is_none());
        assert_eq!(ask("PUT", true), Reply::HangUp);
        assert!(seen.back.get().is_some_and(|back| *back < ASKED));
        assert_eq!([&seen.sent, &seen.stored, &seen.refused].map(count), [2, 1, 0]);
        assert!(matches!(ask("PUT", false), Reply::Raw(_)));
    }
}
