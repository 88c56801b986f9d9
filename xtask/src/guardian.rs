//! A process that ends another one when this program ends, however it ends.
//!
//! A shell starts the server and then reads from a pipe whose other end this program holds. The end
//! of the pipe comes when the [`Guardian`] is dropped, and also when this program panics, is
//! interrupted or is killed, since the system closes the pipe then. The shell ends the server by its
//! id and removes its folder. It is in a process group of its own, so that Ctrl-C, which ends this
//! program, does not end it too early.

use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::run::Outcome;

/// Arguments: the folder to remove, the signal, and the command.
const SCRIPT: &str = r#"
folder=$1 signal=$2
shift 2
"$@" </dev/null >"$folder/log" 2>&1 &
server=$!
read -r _
kill -s "$signal" "$server"
wait "$server"
rm -rf "$folder"
"#;

/// While this value lives, so does a server.
pub(crate) struct Guardian {
    shell: Child,
}

impl Guardian {
    /// Starts a server in `folder`, which goes with it. Its output is in the file `log` there.
    pub(crate) fn start(folder: &Path, signal: &str, server: &Command) -> Outcome<Self> {
        let mut shell = Command::new("sh");
        shell.args(["-c", SCRIPT, "guardian"]).arg(folder).arg(signal);
        shell.arg(server.get_program()).args(server.get_args());
        if let Some(folder) = server.get_current_dir() {
            shell.current_dir(folder);
        }
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        Ok(Self { shell: shell.spawn()? })
    }
}

impl Drop for Guardian {
    fn drop(&mut self) {
        drop(self.shell.stdin.take());
        if let Err(error) = self.shell.wait() {
            eprintln!("a server may still run: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::process::Command;
    use std::time::{Duration, Instant};

    use super::Guardian;

    /// A guardian of a process that writes its id and then sleeps; the folder, and the id.
    fn start(name: &str) -> (Guardian, PathBuf, String) {
        let folder = std::env::temp_dir().join(format!("xtask-{name}-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let mut server = Command::new("sh");
        server.args(["-c", "echo $$; exec sleep 1000"]);
        let guardian = Guardian::start(&folder, "TERM", &server).unwrap();
        let log = folder.join("log");
        let deadline = Instant::now() + Duration::from_mins(1);
        let id = loop {
            assert!(Instant::now() < deadline, "the process wrote nothing");
            match fs::read_to_string(&log) {
                Ok(text) if text.ends_with('\n') => break text.trim().to_owned(),
                _ => std::thread::sleep(Duration::from_millis(10)),
            }
        };
        (guardian, folder, id)
    }

    fn lives(id: &str) -> bool {
        Command::new("sh").args(["-c", "kill -0 $0 2>/dev/null", id]).status().unwrap().success()
    }

    fn assert_gone(id: &str, folder: &Path) {
        assert!(!lives(id));
        assert!(!folder.exists());
    }

    #[test]
    fn ends_the_process_and_removes_the_folder() {
        let (guardian, folder, id) = start("guardian-drop");
        assert!(lives(&id));
        drop(guardian);
        assert_gone(&id, &folder);
    }

    #[test]
    fn ends_the_process_when_the_work_panics() {
        let (guardian, folder, id) = start("guardian-panic");
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _guardian = guardian;
            panic!("the work goes wrong");
        }));
        assert!(result.is_err());
        assert_gone(&id, &folder);
    }
}
