//! `cargo xtask`: the project's own commands.
//!
//! | module | what it has |
//! | --- | --- |
//! | `run` | the steps of a command, their times, and what was skipped |
//! | `shell` | calling other programs |
//! | `workspace`, `manifest` | the crates of the workspace and what their manifests say |
//! | `test`, `ci` | the two commands that put the rest together |
//! | `servers`, `guardian` | databases for the tests, and how they always end |
//! | `debian`, `debian_rust`, `libraries`, `tools` | parts that are installed or unpacked when missing |
//! | `no_std`, `msrv` | builds without `std`, and with the oldest compiler |
//! | `wasm` | the npm package: build, tests, page, measurements |
//! | `instructions` | what the hot paths cost, against what is on file |
//! | `bench` | commands that build with other settings: peers, the model checker, sanitizers |
//! | `release` | the program in `xtask/release`, which makes releases |
//! | `tidy` | rules that no other tool checks |
//! | `codegen` | files and blocks that follow from something else |
//! | `markdown` | the parts of documents that rules and generated blocks are about |
//! | `guide` | the guide as a book |

#![forbid(unsafe_code)]

mod bench;
mod ci;
mod codegen;
mod debian;
mod debian_rust;
mod guardian;
mod guide;
mod instructions;
mod libraries;
mod manifest;
mod markdown;
mod msrv;
mod no_std;
mod release;
mod run;
mod servers;
mod shell;
mod test;
mod tidy;
mod tools;
mod wasm;
mod workspace;

use std::process::ExitCode;

use run::Run;

const HELP: &str = "\
The project's own commands.

Usage: cargo xtask COMMAND

  test [CRATE]...         all tests, or those of some crates, with the databases they need
  ci [STEP]...            what .ci/run runs, or some steps of it: see below
  ci --long               all steps, then `release check --ordinary` and `release rehearse --faults`
  servers [COMMAND]...    run a command, or a shell, beside a fresh PostgreSQL and MariaDB, with
                          TEST_POSTGRES_URL and TEST_MYSQL_URL set
  no-std                  build the no_std crates for a bare-metal target and for wasm32
  wasm [--page]           build the npm package into target/npm/package; with --page, the page for
                          people into target/page as well
  msrv [--test] [CRATE].. check crates with the Rust version that they state, or run their tests
  instructions [--update] count the instructions of the hot paths, and compare or write them
  model                   try all orders of threads in what they share without a lock
  sanitize                run the tests of unsafe code under AddressSanitizer
  bench [GROUP]... [--native]
                          measure against peers, with --native compiled for this processor
  bench wasm              measure the npm package beside its peers
  bench --page            measure all of that, and write docs/performance.md and its plot
  release COMMAND         check, pack, rehearse and publish a release: see `release help`
  tool NAME               bring one of cargo's additional commands, and print where it is
  tidy                    check the rules of the source that no other tool checks
  codegen [--check]       make generated files and blocks anew, or compare them
  guide                   build the guide in docs/ into target/guide, with mdBook where it is there
  help                    this text

A part that is missing (a database, a compiler, a tool) is installed where that is possible, which
is on Debian as root; else it is skipped, and a line at the end says so. With CI=true nothing is
skipped: what is missing fails.

Where TEST_POSTGRES_URL or TEST_MYSQL_URL is set already, that server is used and none is started.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((command, rest)) = arguments.split_first() else {
        eprint!("{HELP}");
        return ExitCode::FAILURE;
    };
    let mut run = Run::new(std::env::var("CI").is_ok_and(|ci| ci == "true"));
    match (command.as_str(), rest) {
        ("test", crates) => test::run(&mut run, crates),
        ("ci", steps) => {
            if let Err(unknown) = ci::run(&mut run, steps) {
                eprintln!("no step `{unknown}`; there are: {}", ci::names());
                return ExitCode::FAILURE;
            }
        }
        ("servers", command) => run.step("servers", |run| servers::beside(run, command)),
        ("no-std", []) => no_std::run(&mut run),
        ("wasm", []) => wasm::run(&mut run, false),
        ("wasm", [page]) if page == "--page" => wasm::run(&mut run, true),
        ("bench", [what]) if what == "wasm" => wasm::bench(&mut run, None),
        ("bench", [page]) if page == "--page" => bench::page(&mut run),
        ("msrv", words) => msrv::command(&mut run, words),
        ("instructions", []) => run.step("instructions", |_| instructions::run(false)),
        ("instructions", [update]) if update == "--update" => {
            run.step("instructions", |_| instructions::run(true));
        }
        ("model", []) => run.step("model", |_| bench::model()),
        ("sanitize", []) => run.step("sanitize", |_| bench::sanitize()),
        ("bench", arguments) => bench::run(&mut run, arguments),
        ("tool", [name]) => return tool(name),
        ("codegen", []) => run.step("codegen", |_| codegen::run(false)),
        ("codegen", [check]) if check == "--check" => {
            run.step("codegen", |_| codegen::run(true));
        }
        ("guide", []) => run.step("guide", |_| guide::run()),
        ("tidy", []) => run.step("tidy", |_| tidy::run()),
        ("release", arguments) => return release::run(arguments),
        ("help" | "--help" | "-h", _) => {
            print!("{}", help());
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("unknown: cargo xtask {}\n\n{HELP}", arguments.join(" "));
            return ExitCode::FAILURE;
        }
    }
    run.finish()
}

fn tool(name: &str) -> ExitCode {
    match tools::print(name) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

/// What `cargo xtask help` prints.
fn help() -> String {
    format!("{HELP}\n{}", ci::help())
}
