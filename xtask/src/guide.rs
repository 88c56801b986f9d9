//! `cargo xtask guide`: the guide as a book.
//!
//! Its examples are tests whether the book is built or not.

use crate::run::{Outcome, missing};
use crate::shell::{self, command, find, run as call};

/// Builds `docs/` into `target/guide`, as `docs/book.toml` says.
pub(crate) fn run() -> Outcome {
    let Some(mdbook) = find("mdbook") else {
        return missing("the guide as a book, which takes mdBook (`cargo install mdbook`)");
    };
    call(command(mdbook).args(["build", "docs"]))?;
    eprintln!("{}", shell::top().join("target/guide/index.html").display());
    Ok(())
}
