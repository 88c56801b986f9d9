//! PostgreSQL and MariaDB for the tests: fresh, on 127.0.0.1 only, gone at the end.

use std::env;
use std::fs;
use std::io::Read as _;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::debian;
use crate::guardian::Guardian;
use crate::run::{Failure, Outcome, Run, failed};
use crate::shell::{find, is_root, output};

/// How long a server may take to answer after its start, on a busy machine.
const PATIENCE: Duration = Duration::from_mins(2);
/// The user of both servers; it may make databases.
const USER: &str = "test";

/// A kind of server.
struct Kind {
    name: &'static str,
    /// The environment variable that gives tests its URL.
    variable: &'static str,
    /// Debian's packages that have it.
    packages: &'static [&'static str],
    /// Its program, to see whether it is there.
    program: fn() -> Option<PathBuf>,
    /// Debian's user for it; it does not run as root.
    system_user: &'static str,
    /// The signal that ends it at once. Its data is not needed any more.
    signal: &'static str,
    start: fn(&Place) -> Outcome<(Command, String)>,
    answers: fn(&Place) -> bool,
}

const KINDS: [Kind; 2] = [
    Kind {
        name: "PostgreSQL",
        variable: "TEST_POSTGRES_URL",
        packages: &["postgresql"],
        program: || postgres_program("postgres"),
        system_user: "postgres",
        signal: "QUIT",
        start: start_postgres,
        answers: postgres_answers,
    },
    Kind {
        name: "MariaDB",
        variable: "TEST_MYSQL_URL",
        // The server without its service: nothing of it is started by the system.
        packages: &["mariadb-server-core", "mariadb-client-core"],
        program: || find("mariadbd"),
        system_user: "mysql",
        signal: "KILL",
        start: start_mariadb,
        answers: mariadb_answers,
    },
];

/// Where a server lives.
struct Place {
    folder: PathBuf,
    port: u16,
    password: String,
    /// The user that it runs as, where this is root.
    run_as: Option<&'static str>,
}

/// The servers that this run has, and the variables that lead to them.
#[derive(Default)]
pub(crate) struct Servers {
    guardians: Vec<Guardian>,
    variables: Vec<(&'static str, String)>,
}

impl Servers {
    /// Starts the servers whose variables are wanted. Those of the user's own environment are used
    /// as they are.
    pub(crate) fn start(run: &mut Run, wanted: impl Fn(&str) -> Outcome<bool>) -> Outcome<Self> {
        let mut servers = Self::default();
        for kind in &KINDS {
            if !wanted(kind.variable)? {
                continue;
            }
            if env::var_os(kind.variable).is_some() {
                eprintln!("{}: the one that {} names", kind.name, kind.variable);
                continue;
            }
            let started = kind.start();
            if let Some((guardian, url)) = run.allow_missing(started)? {
                eprintln!("{} runs: {}", kind.name, url.replace(&password_of(&url), "..."));
                servers.guardians.push(guardian);
                servers.variables.push((kind.variable, url));
            }
        }
        Ok(servers)
    }

    /// Gives a command the variables of the servers.
    pub(crate) fn apply(&self, command: &mut Command) {
        command.envs(self.variables.iter().map(|(name, url)| (name, url)));
    }
}

/// Runs a command, or the user's shell, beside both servers.
pub(crate) fn beside(run: &mut Run, command: &[String]) -> Outcome {
    let servers = Servers::start(run, |_| Ok(true))?;
    let mut child = match command.split_first() {
        Some((program, arguments)) => {
            let mut child = Command::new(program);
            child.args(arguments);
            child
        }
        None => Command::new(env::var_os("SHELL").unwrap_or_else(|| "sh".into())),
    };
    servers.apply(&mut child);
    match child.status()? {
        status if status.success() => Ok(()),
        status => failed(status.to_string()),
    }
}

impl Kind {
    fn start(&self) -> Outcome<(Guardian, String)> {
        if (self.program)().is_none() {
            let without = format!("tests with {}, which is not installed", self.name);
            debian::install(self.packages).map_err(|failure| failure.missing_as(&without))?;
        }
        let place = Place::new(self.name, self.system_user)?;
        let started = (self.start)(&place).and_then(|(command, url)| {
            Ok((Guardian::start(&place.folder, self.signal, &command)?, url))
        });
        let (guardian, url) = started.inspect_err(|_| {
            // The guardian would have done this; a folder that is left is told by the failure.
            let _ = fs::remove_dir_all(&place.folder);
        })?;
        let deadline = Instant::now() + PATIENCE;
        while !(self.answers)(&place) {
            if Instant::now() > deadline {
                let log = fs::read_to_string(place.folder.join("log")).unwrap_or_default();
                return failed(format!("{} does not answer:\n{log}", self.name));
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok((guardian, url))
    }
}

impl Place {
    fn new(name: &str, system_user: &'static str) -> Outcome<Self> {
        let folder = env::temp_dir().join(format!("xtask-{name}-{}", std::process::id()));
        fs::create_dir(&folder)?;
        let run_as = match (is_root(), output(Command::new("id").arg(system_user))) {
            (false, _) => None,
            (true, Ok(_)) => Some(system_user),
            (true, Err(_)) => Some("nobody"),
        };
        output(Command::new("chmod").arg("700").arg(&folder))?;
        if let Some(user) = run_as {
            output(Command::new("chown").arg(user).arg(&folder))?;
        }
        // Free now; nobody else is likely to take it before the server does.
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        Ok(Self { folder, port, password: random_password()?, run_as })
    }

    /// A command in the folder, as a user that is not root.
    fn command(&self, program: &Path) -> Command {
        let mut command = match self.run_as {
            // It becomes the program, so that its process id is the server's.
            Some(user) => {
                let mut setpriv = Command::new("setpriv");
                setpriv.args(["--reuid", user, "--regid", &group_of(user), "--clear-groups"]);
                setpriv.arg(program);
                setpriv
            }
            None => Command::new(program),
        };
        command.current_dir(&self.folder);
        command
    }

    /// Writes a file that the server can read.
    fn write(&self, name: &str, content: &str) -> Outcome<PathBuf> {
        let path = self.folder.join(name);
        fs::write(&path, content)?;
        if let Some(user) = self.run_as {
            output(Command::new("chown").arg(user).arg(&path))?;
        }
        Ok(path)
    }

    fn address(&self) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, self.port).into()
    }

    fn url(&self, scheme: &str, database: &str) -> String {
        format!("{scheme}://{USER}:{}@{}/{database}", self.password, self.address())
    }
}

fn start_postgres(place: &Place) -> Outcome<(Command, String)> {
    let program =
        |name| postgres_program(name).ok_or_else(|| Failure::Failed(format!("no {name}")));
    let password = place.write("password", &place.password)?;
    let mut initdb = place.command(&program("initdb")?);
    initdb.args(["--pgdata=data", "--encoding=UTF8", "--no-locale", "--no-sync"]);
    initdb.args(["--auth=scram-sha-256", &format!("--username={USER}")]);
    output(initdb.arg("--pwfile").arg(password))?;

    let mut server = place.command(&program("postgres")?);
    server.args(["-D", "data", "-p", &place.port.to_string()]);
    for setting in [
        "listen_addresses=127.0.0.1",
        "unix_socket_directories=",
        "max_connections=200",
        // The data need not outlive a crash.
        "fsync=off",
        "synchronous_commit=off",
        "full_page_writes=off",
    ] {
        server.args(["-c", setting]);
    }
    Ok((server, place.url("postgres", "postgres")))
}

fn postgres_answers(place: &Place) -> bool {
    postgres_program("pg_isready").is_some_and(|program| {
        let mut is_ready = Command::new(program);
        is_ready.args(["-h", "127.0.0.1", "-p", &place.port.to_string()]);
        output(&mut is_ready).is_ok()
    })
}

/// A program of PostgreSQL. Debian keeps each version's in a folder of its own.
fn postgres_program(name: &str) -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut programs: Vec<PathBuf> = versions
        .map(|version| version.path().join("bin").join(name))
        .filter(|program| program.is_file())
        .collect();
    programs.sort();
    programs.pop().or_else(|| find(name))
}

fn start_mariadb(place: &Place) -> Outcome<(Command, String)> {
    let Some(install) = find("mariadb-install-db") else { return failed("no mariadb-install-db") };
    let Some(server) = find("mariadbd") else { return failed("no mariadbd") };
    let data = format!("--datadir={}", place.folder.join("data").display());
    let mut install = place.command(&install);
    // Root's account works over the socket in this folder only.
    install.args(["--no-defaults", &data, "--skip-test-db", "--skip-name-resolve"]);
    output(install.arg("--auth-root-authentication-method=socket"))?;

    let password = &place.password;
    let accounts = place.write(
        "accounts.sql",
        &format!(
            "CREATE USER {USER}@127.0.0.1 IDENTIFIED BY '{password}';\n\
             GRANT ALL ON *.* TO {USER}@127.0.0.1 WITH GRANT OPTION;\n\
             CREATE DATABASE {USER};\n"
        ),
    )?;
    let mut server = place.command(&server);
    server.args(["--no-defaults", &data, "--bind-address=127.0.0.1", "--skip-name-resolve"]);
    server.arg(format!("--port={}", place.port));
    server.arg(format!("--socket={}", place.folder.join("socket").display()));
    server.arg(format!("--pid-file={}", place.folder.join("pid").display()));
    server.arg(format!("--init-file={}", accounts.display()));
    server.args(["--character-set-server=utf8mb4", "--max-connections=200", "--skip-log-bin"]);
    // The data need not outlive a crash.
    server.args(["--innodb-flush-log-at-trx-commit=0", "--innodb-buffer-pool-size=64M"]);
    Ok((server, place.url("mysql", USER)))
}

/// A server greets whoever connects; it opens its port after the accounts are made.
fn mariadb_answers(place: &Place) -> bool {
    TcpStream::connect_timeout(&place.address(), Duration::from_secs(1)).is_ok_and(|mut stream| {
        stream.set_read_timeout(Some(Duration::from_secs(5))).is_ok()
            && stream.read_exact(&mut [0; 5]).is_ok()
    })
}

fn group_of(user: &str) -> String {
    output(Command::new("id").args(["-g", user])).unwrap_or_else(|_| "nogroup".into())
}

/// For this run only: other users of the machine reach the port as well.
fn random_password() -> Outcome<String> {
    let mut bytes = [0_u8; 16];
    fs::File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

fn password_of(url: &str) -> String {
    let inside = url.split_once("://").and_then(|(_, rest)| rest.split_once('@'));
    let password = inside.and_then(|(account, _)| account.split_once(':'));
    password.map_or_else(String::new, |(_, password)| password.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{password_of, random_password};

    #[test]
    fn passwords_differ_and_are_not_shown() {
        let (one, two) = (random_password().unwrap(), random_password().unwrap());
        assert_ne!(one, two);
        assert_eq!(password_of(&format!("mysql://test:{one}@127.0.0.1:1/test")), one);
    }
}
