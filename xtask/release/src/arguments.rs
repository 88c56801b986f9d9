//! The words of a command line: flags, and options with a value.

use crate::shell::{Outcome, failed};

/// What follows the name of a command.
#[derive(Debug, Default)]
pub(crate) struct Arguments {
    flags: Vec<String>,
    options: Vec<(String, String)>,
    words: Vec<String>,
}

impl Arguments {
    /// Takes only these flags and these options; what else begins with a dash is an error.
    pub(crate) fn parse(words: &[String], flags: &[&str], options: &[&str]) -> Outcome<Self> {
        let mut found = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if flags.contains(&word.as_str()) {
                found.flags.push(word.clone());
            } else if options.contains(&word.as_str()) {
                match words.next() {
                    // A forgotten value would make a value of the next option.
                    Some(value) if value.starts_with("--") => {
                        return failed(format!("`{word}` needs a value, found `{value}`"));
                    }
                    Some(value) => found.options.push((word.clone(), value.clone())),
                    None => return failed(format!("`{word}` needs a value")),
                }
            } else if word.starts_with('-') {
                let known = [flags, options].concat().join(", ");
                return failed(format!("there is no option `{word}`; there are: {known}"));
            } else {
                found.words.push(word.clone());
            }
        }
        Ok(found)
    }

    pub(crate) fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|found| found == flag)
    }

    /// The value of an option; the last one, where it is there more than once.
    pub(crate) fn value(&self, option: &str) -> Option<&str> {
        self.options.iter().rev().find(|(name, _)| name == option).map(|(_, value)| value.as_str())
    }

    /// # Errors
    ///
    /// There is a word that is neither a flag nor an option.
    pub(crate) fn without_words(self) -> Outcome<Self> {
        match self.words.first() {
            Some(word) => failed(format!("expected an option, found `{word}`")),
            None => Ok(self),
        }
    }

    /// The words that are neither flags nor options.
    pub(crate) fn words(&self) -> &[String] {
        &self.words
    }
}

#[cfg(test)]
mod tests {
    use super::Arguments;

    fn parse(line: &str) -> Result<Arguments, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Arguments::parse(&words, &["--execute"], &["--into"]).map_err(|error| error.to_string())
    }

    #[test]
    fn flags_options_and_words() {
        let found = parse("a --into b --execute --into c d").unwrap();
        assert!(found.has("--execute") && !found.has("--into"));
        assert_eq!(found.value("--into"), Some("c"));
        assert_eq!(found.words(), ["a", "d"]);
        assert_eq!(found.without_words().unwrap_err().to_string(), "expected an option, found `a`");
        assert!(parse("--execute").unwrap().without_words().is_ok());
    }

    #[test]
    fn slips_are_named() {
        assert_eq!(parse("--into").unwrap_err(), "`--into` needs a value");
        let error = parse("--into --execute").unwrap_err();
        assert_eq!(error, "`--into` needs a value, found `--execute`");
        assert_eq!(
            parse("--excute").unwrap_err(),
            "there is no option `--excute`; there are: --execute, --into"
        );
    }
}
