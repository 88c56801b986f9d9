//! A registry of crates as crates.io is one, on this machine: index, downloads and uploads.
//!
//! It takes an upload once, refuses what crates.io refuses, and keeps a log. What goes wrong on the
//! way is planned: see [`Fault`].

use std::collections::HashMap;
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Map, Value, json};

use super::server::{Reply, Request};
use super::third_party::ThirdParty;
use crate::pack::sha256;
use crate::registries::index_path;

/// How crates.io calls itself among registries.
const CRATES_IO: &str = "https://github.com/rust-lang/crates.io-index";
/// The most that crates.io takes.
const MAX_BYTES: usize = 10 * 1024 * 1024;
/// The most keywords, and the most letters of one.
const MAX_KEYWORDS: (usize, usize) = (5, 20);

/// Something that goes wrong once, with one crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// Two uploads are answered 429: the first names the date to come back in a text, as crates.io
    /// does, the second the seconds in a header.
    Limit { seconds: u64 },
    /// The publisher's question to the index is answered 429.
    IndexLimit { seconds: u64 },
    /// After the upload the index gives its old content, to cargo and to others so many times each.
    Lag { answers: u32 },
    /// The upload is stored, and the connection ends without an answer.
    LostAnswer,
    /// The publisher is killed while it uploads; the upload is stored, or it is not.
    Kill { stored: bool },
}

/// What was seen of one crate.
#[derive(Debug, Default, Clone)]
pub(super) struct Seen {
    pub(super) uploads: u32,
    pub(super) stored: u32,
    pub(super) duplicates: u32,
    pub(super) refused: u32,
    /// Waits that were asked for, each with the time until the next try.
    pub(super) waits: Vec<(Duration, Duration)>,
    /// Old content that was given to cargo, and to others.
    pub(super) old: (u32, u32),
    pub(super) lost_answers: u32,
    pub(super) kills: u32,
}

/// The registry.
#[derive(Debug)]
pub(super) struct Registry {
    token: String,
    third_party: ThirdParty,
    faults: Vec<(String, Fault)>,
    /// Told when the publisher is to be killed.
    kill: Sender<()>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The line of the index and the file of each package, by name and version.
    published: Vec<(String, String, Value, Vec<u8>)>,
    seen: HashMap<String, Seen>,
    /// A wait that a client was told and that has not ended, by crate.
    asked: HashMap<String, (Instant, Duration)>,
}

impl Registry {
    pub(super) fn new(
        token: &str,
        third_party: ThirdParty,
        faults: Vec<(String, Fault)>,
        kill: Sender<()>,
    ) -> Self {
        Self { token: token.to_owned(), third_party, faults, kill, state: Mutex::default() }
    }

    /// What was seen of a crate.
    pub(super) fn seen(&self, name: &str) -> Seen {
        self.state().seen.get(name).cloned().unwrap_or_default()
    }

    pub(super) fn handle(&self, request: &Request) -> Reply {
        let host = request.header("host").unwrap_or_default();
        match (request.method.as_str(), request.path.as_str()) {
            ("GET", "/index/config.json") => {
                let url = format!("http://{host}");
                Reply::new(200, json!({ "dl": format!("{url}/dl"), "api": url }).to_string())
            }
            ("GET", path) => {
                let words: Vec<&str> = path.split('/').skip(1).collect();
                match words[..] {
                    ["index", .., name] if path == format!("/index/{}", index_path(name)) => {
                        let agent = request.header("user-agent").unwrap_or_default();
                        self.index(name, agent.starts_with("cargo"))
                    }
                    ["dl", name, version, "download"] => self.download(name, version),
                    _ => Reply::new(404, "no such path"),
                }
            }
            ("PUT", "/api/v1/crates/new") => self.publish(request),
            _ => Reply::new(405, "no such method"),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fault(&self, name: &str) -> Option<Fault> {
        self.faults.iter().find(|(of, _)| of == name).map(|(_, fault)| *fault)
    }

    fn index(&self, name: &str, is_cargo: bool) -> Reply {
        if let Some(lines) = self.third_party.index(name) {
            return Reply::new(200, lines);
        }
        let fault = self.fault(name);
        let mut state = self.state();
        state.came_back(name);
        if let Some(Fault::IndexLimit { seconds }) = fault
            && !is_cargo
            && state.seen(name).waits.is_empty()
        {
            state.ask(name, seconds);
            return Reply::new(429, "slowly").with("Retry-After", &seconds.to_string());
        }
        let found = state.published.iter().filter(|(known, ..)| known == name);
        let lines: Vec<String> = found.map(|(_, _, line, _)| format!("{line}\n")).collect();
        if lines.is_empty() {
            return Reply::new(404, "");
        }
        if let Some(Fault::Lag { answers }) = fault {
            let old = &mut state.seen(name).old;
            let given = if is_cargo { &mut old.0 } else { &mut old.1 };
            if *given < answers {
                *given += 1;
                return Reply::new(404, "");
            }
        }
        Reply::new(200, lines.concat())
    }

    fn download(&self, name: &str, version: &str) -> Reply {
        match self.third_party.download(name, version) {
            Ok(Some(file)) => return Reply::new(200, file),
            Ok(None) => {}
            Err(failure) => return Reply::new(500, failure.to_string()),
        }
        let state = self.state();
        let mut published = state.published.iter();
        match published.find(|(known, of, ..)| known == name && of == version) {
            Some((.., file)) => Reply::new(200, file.clone()),
            None => Reply::new(404, "no such version"),
        }
    }

    fn publish(&self, request: &Request) -> Reply {
        if request.header("authorization") != Some(&self.token) {
            return error(403, "the token is not that of an account");
        }
        let Some((upload, file)) = split(&request.body) else {
            return error(400, "the body is not metadata and a file, each after its length");
        };
        let name = upload["name"].as_str().unwrap_or_default().to_owned();
        let version = upload["vers"].as_str().unwrap_or_default().to_owned();
        let fault = self.fault(&name);
        let mut state = self.state();
        state.came_back(&name);
        state.seen(&name).uploads += 1;
        if state.published.iter().any(|(known, of, ..)| *known == name && *of == version) {
            state.seen(&name).duplicates += 1;
            return error(400, &format!("crate version `{version}` is already uploaded"));
        }
        match fault {
            Some(Fault::Limit { seconds }) if state.seen(&name).waits.len() < 2 => {
                let first = state.seen(&name).waits.is_empty();
                state.ask(&name, seconds);
                return limit(seconds, first);
            }
            Some(Fault::Kill { stored: false }) if state.seen(&name).kills == 0 => {
                state.seen(&name).kills += 1;
                drop(state);
                return self.killed();
            }
            _ => {}
        }
        if let Err(detail) = self.check(&state, &upload, file) {
            state.seen(&name).refused += 1;
            return error(400, &detail);
        }
        let line = line(&upload, &sha256(file));
        state.published.push((name.clone(), version, line, file.to_vec()));
        let seen = state.seen(&name);
        seen.stored += 1;
        match fault {
            Some(Fault::LostAnswer) => {
                seen.lost_answers += 1;
                Reply::HangUp
            }
            Some(Fault::Kill { stored: true }) => {
                seen.kills += 1;
                drop(state);
                self.killed()
            }
            _ => {
                let none = json!({ "invalid_categories": [], "invalid_badges": [], "other": [] });
                Reply::new(200, json!({ "warnings": none }).to_string())
            }
        }
    }

    /// The publisher is not there any more for an answer.
    fn killed(&self) -> Reply {
        // The rehearsal waits for it while there is a publisher.
        let _ = self.kill.send(());
        sleep(Duration::from_secs(10));
        Reply::HangUp
    }

    /// What crates.io would refuse.
    fn check(&self, state: &State, upload: &Value, file: &[u8]) -> Result<(), String> {
        for key in ["description", "license"] {
            if upload[key].as_str().is_none_or(str::is_empty) {
                return Err(format!("missing or empty metadata field: {key}"));
            }
        }
        let keywords: Vec<&str> =
            upload["keywords"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let good = |word: &&str| {
            let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+');
            word.len() <= MAX_KEYWORDS.1
                && word.starts_with(|c: char| c.is_ascii_alphanumeric())
                && word.chars().all(allowed)
        };
        if keywords.len() > MAX_KEYWORDS.0 || !keywords.iter().all(good) {
            return Err(format!("expected at most 5 keywords of at most 20 letters: {keywords:?}"));
        }
        if file.len() > MAX_BYTES || !file.starts_with(&[0x1f, 0x8b]) {
            return Err(format!(
                "expected a gzip file of at most 10 MiB, found {} bytes",
                file.len()
            ));
        }
        for dependency in upload["deps"].as_array().into_iter().flatten() {
            let name = dependency["name"].as_str().unwrap_or_default();
            let registry = &dependency["registry"];
            if !registry.is_null() && registry != CRATES_IO {
                return Err(format!("the dependency `{name}` is hosted on another registry"));
            }
            let known = state.published.iter().any(|(known, ..)| known == name);
            if !known && !self.third_party.has(name) {
                return Err(format!("no known crate named `{name}`"));
            }
        }
        Ok(())
    }
}

impl State {
    fn seen(&mut self, name: &str) -> &mut Seen {
        self.seen.entry(name.to_owned()).or_default()
    }

    fn ask(&mut self, name: &str, seconds: u64) {
        self.asked.insert(name.to_owned(), (Instant::now(), Duration::from_secs(seconds)));
        // In its place until the client comes back.
        self.seen(name).waits.push((Duration::from_secs(seconds), Duration::ZERO));
    }

    fn came_back(&mut self, name: &str) {
        if let Some((since, _)) = self.asked.remove(name)
            && let Some(wait) = self.seen(name).waits.last_mut()
        {
            wait.1 = since.elapsed();
        }
    }
}

/// An upload: the length of the metadata, the metadata, the length of the file, the file.
fn split(body: &[u8]) -> Option<(Value, &[u8])> {
    let (metadata, rest) = part(body)?;
    let (file, rest) = part(rest)?;
    rest.is_empty().then_some(())?;
    Some((serde_json::from_slice(metadata).ok()?, file))
}

/// A part, which stands after its length, and what comes after it.
fn part(body: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = body.split_first_chunk::<4>()?;
    rest.split_at_checked(u32::from_le_bytes(*length) as usize)
}

/// The upload as the index has it afterwards.
fn line(upload: &Value, checksum: &str) -> Value {
    let dependencies = upload["deps"].as_array().into_iter().flatten().map(|found| {
        let mut dependency = Map::new();
        for (key, from) in [
            ("req", "version_req"),
            ("features", "features"),
            ("optional", "optional"),
            ("default_features", "default_features"),
            ("target", "target"),
            ("kind", "kind"),
        ] {
            dependency.insert(key.to_owned(), found[from].clone());
        }
        let renamed = found["explicit_name_in_toml"].as_str();
        let name = renamed.map_or_else(|| found["name"].clone(), |name| json!(name));
        dependency.insert("name".to_owned(), name);
        if renamed.is_some() {
            dependency.insert("package".to_owned(), found["name"].clone());
        }
        // This registry stands for crates.io, whose packages need no name of a registry.
        Value::Object(dependency)
    });
    json!({
        "name": upload["name"],
        "vers": upload["vers"],
        "deps": dependencies.collect::<Vec<_>>(),
        "cksum": checksum,
        "features": {},
        "features2": upload["features"],
        "v": 2,
        "yanked": false,
        "links": upload["links"],
        "rust_version": upload["rust_version"],
    })
}

fn error(status: u16, detail: &str) -> Reply {
    Reply::new(status, json!({ "errors": [{ "detail": detail }] }).to_string())
}

fn limit(seconds: u64, first: bool) -> Reply {
    if !first {
        return Reply::new(429, "slowly").with("Retry-After", &seconds.to_string());
    }
    let date = httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(seconds));
    let detail = format!(
        "You have published too many new crates in a short period of time. Please try again after \
         {date} and see https://crates.io/docs/rate-limits for more details."
    );
    error(429, &detail).with("Retry-After", &date)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Receiver};

    use serde_json::{Value, json};

    use super::{Fault, Registry};
    use crate::pack::sha256;
    use crate::rehearse::server::{Reply, Request};
    use crate::rehearse::third_party::ThirdParty;

    fn registry(faults: &[(&str, Fault)]) -> (Registry, Receiver<()>) {
        let (kill, killed) = mpsc::channel();
        let faults = faults.iter().map(|(name, fault)| ((*name).to_owned(), *fault)).collect();
        (Registry::new("secret", ThirdParty::default(), faults, kill), killed)
    }

    fn upload(name: &str, dependencies: &Value, file: &[u8]) -> Request {
        let metadata = json!({
            "name": name, "vers": "1.0.0", "deps": dependencies, "features": {},
            "description": "d", "license": "MIT", "keywords": ["id"], "links": null,
            "rust_version": "1.85",
        })
        .to_string();
        let length = |bytes: usize| (bytes as u32).to_le_bytes();
        let metadata = metadata.as_bytes();
        Request {
            method: "PUT".into(),
            path: "/api/v1/crates/new".into(),
            headers: vec![("Authorization".into(), "secret".into())],
            body: [&length(metadata.len()), metadata, &length(file.len()), file].concat(),
        }
    }

    fn ask(registry: &Registry, path: &str, agent: &str) -> (u16, String) {
        let headers =
            vec![("User-Agent".into(), agent.into()), ("Host".into(), "127.0.0.1:1".into())];
        let (method, path, body) = ("GET".into(), path.into(), Vec::new());
        told(registry.handle(&Request { method, path, headers, body }))
    }

    fn told(reply: Reply) -> (u16, String) {
        match reply {
            Reply::Answer { status, body, .. } => (status, String::from_utf8(body).unwrap()),
            other => panic!("{other:?}"),
        }
    }

    const FILE: &[u8] = b"\x1f\x8bfile";

    #[test]
    fn an_upload_is_in_the_index_and_can_be_had() {
        let (registry, _) = registry(&[]);
        assert_eq!(ask(&registry, "/index/id/co/idcore", "curl").0, 404);
        assert_eq!(told(registry.handle(&upload("idcore", &json!([]), FILE))).0, 200);
        let dependency = json!([{
            "name": "idcore", "explicit_name_in_toml": "core", "version_req": "^1.0.0",
            "features": [], "optional": false, "default_features": false, "target": null,
            "kind": "normal", "registry": "https://github.com/rust-lang/crates.io-index",
        }]);
        assert_eq!(told(registry.handle(&upload("idgen", &dependency, FILE))).0, 200);
        let (status, line) = ask(&registry, "/index/id/ge/idgen", "cargo 1.95");
        let line: Value = serde_json::from_str(&line).unwrap();
        assert_eq!((status, &line["cksum"]), (200, &json!(sha256(FILE))));
        // As the reference of cargo shows a renamed dependency from the same registry.
        let expected = json!([{
            "name": "core", "package": "idcore", "req": "^1.0.0", "features": [],
            "optional": false, "default_features": false, "target": null, "kind": "normal",
        }]);
        assert_eq!(line["deps"], expected);
        let (_, config) = ask(&registry, "/index/config.json", "cargo");
        assert_eq!(config, "{\"dl\":\"http://127.0.0.1:1/dl\",\"api\":\"http://127.0.0.1:1\"}");
        let file = registry.handle(&Request {
            method: "GET".into(),
            path: "/dl/idgen/1.0.0/download".into(),
            ..Request::default()
        });
        assert_eq!(file, Reply::new(200, FILE));
        assert_eq!(ask(&registry, "/dl/idgen/1.0.1/download", "cargo").0, 404);
        assert_eq!(ask(&registry, "/index/xx/yy/idgen", "cargo").0, 404);
    }

    #[test]
    fn refuses_what_crates_io_refuses() {
        let (registry, _) = registry(&[]);
        let detail = |request: &Request| told(registry.handle(request)).1;
        assert_eq!(told(registry.handle(&upload("a", &json!([]), FILE))).0, 200);
        let again = told(registry.handle(&upload("a", &json!([]), FILE)));
        assert_eq!(again.0, 400);
        assert!(again.1.contains("crate version `1.0.0` is already uploaded"), "{}", again.1);
        let unknown = json!([{ "name": "b", "registry": null }]);
        assert!(detail(&upload("c", &unknown, FILE)).contains("no known crate named `b`"));
        let elsewhere = json!([{ "name": "a", "registry": "https://example.org" }]);
        assert!(detail(&upload("c", &elsewhere, FILE)).contains("hosted on another registry"));
        assert!(detail(&upload("c", &json!([]), b"text")).contains("expected a gzip file"));
        let mut cut = upload("c", &json!([]), FILE);
        cut.body.pop();
        assert!(detail(&cut).contains("not metadata and a file"));
        let mut stranger = upload("c", &json!([]), FILE);
        stranger.headers[0].1 = "guess".into();
        assert_eq!(told(registry.handle(&stranger)).0, 403);
        let seen = registry.seen("a");
        assert_eq!((seen.uploads, seen.stored, seen.duplicates), (2, 1, 1));
        assert_eq!((registry.seen("c").uploads, registry.seen("c").refused), (3, 3));
    }

    #[test]
    fn faults_come_once() {
        let (registry, killed) = registry(&[
            ("limit", Fault::Limit { seconds: 1 }),
            ("lag", Fault::Lag { answers: 1 }),
            ("lost", Fault::LostAnswer),
            ("asks", Fault::IndexLimit { seconds: 1 }),
        ]);
        let put = |name: &str| registry.handle(&upload(name, &json!([]), FILE));
        let statuses: Vec<u16> = (0..3).map(|_| told(put("limit")).0).collect();
        assert_eq!(statuses, [429, 429, 200]);
        assert_eq!((registry.seen("limit").waits.len(), registry.seen("limit").stored), (2, 1));
        assert_eq!(told(put("lag")).0, 200);
        let lag = |agent| ask(&registry, "/index/3/l/lag", agent).0;
        assert_eq!(
            [lag("cargo 1"), lag("cargo 1"), lag("curl"), lag("curl")],
            [404, 200, 404, 200]
        );
        assert_eq!(put("lost"), Reply::HangUp);
        assert_eq!(ask(&registry, "/index/lo/st/lost", "curl").0, 200);
        assert_eq!(told(put("lost")).0, 400);
        let asks = |agent| ask(&registry, "/index/as/ks/asks", agent).0;
        assert_eq!([asks("cargo 1"), asks("curl"), asks("curl")], [404, 429, 404]);
        assert!(killed.try_recv().is_err());
    }
}
