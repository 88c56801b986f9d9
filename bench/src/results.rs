//! What a run found, and its form in a file: lines of columns with tabs between them.

use std::fmt::Write as _;

use crate::measure::Series;

/// All that a run found.
#[derive(Default)]
pub struct Results {
    /// The processor, and what the program was compiled for.
    pub machine: String,
    pub level: String,
    pub groups: Vec<Measured>,
    pub rates: Vec<Rate>,
    pub calls: Vec<Call>,
    pub builds: Vec<Build>,
}

/// A group that was measured.
pub struct Measured {
    pub name: String,
    pub figures: Vec<Figure>,
    pub verdicts: Vec<Verdict>,
}

/// What one candidate took, in nanoseconds per operation.
pub struct Figure {
    pub name: String,
    pub p10: f64,
    pub median: f64,
    pub p90: f64,
}

/// `ours` takes at most `ratio` of what `peer` takes.
pub struct Target {
    pub ours: &'static str,
    pub peer: &'static str,
    pub ratio: f64,
}

/// A target, and what was found.
pub struct Verdict {
    pub ours: String,
    pub peer: String,
    pub at_most: f64,
    pub found: f64,
    /// What the least that any such work has to do takes, as a part of what the peer takes.
    pub floor: Option<f64>,
}

/// What a whole process makes, in millions a second.
pub struct Rate {
    pub name: String,
    pub millions: f64,
    pub at_least: f64,
}

/// Single calls, in nanoseconds.
pub struct Call {
    pub name: String,
    pub median: u32,
    pub p99: u32,
    pub p9999: u32,
    pub most: u32,
}

/// A build from nothing.
pub struct Build {
    pub package: String,
    pub seconds: f64,
    pub seconds_at_most: f64,
    pub crates: usize,
    pub crates_at_most: usize,
}

/// The name of a candidate that does the least that any of its group has to.
pub const FLOOR: &str = "floor";

impl Figure {
    /// Candidates of this project carry the name of a crate, all of which begin so.
    pub fn is_ours(&self) -> bool {
        self.name.starts_with("id")
    }
}

impl Verdict {
    pub fn is_met(&self) -> bool {
        self.found <= self.at_most
    }

    /// Whether the least that there is to do takes longer than the target allows.
    pub fn is_out_of_reach(&self) -> bool {
        self.floor.is_some_and(|floor| floor > self.at_most)
    }
}

impl Rate {
    pub fn is_met(&self) -> bool {
        self.millions >= self.at_least
    }
}

impl Build {
    pub fn is_met(&self) -> bool {
        self.seconds <= self.seconds_at_most && self.crates <= self.crates_at_most
    }
}

impl Measured {
    pub fn new(name: &str, series: &[Series], targets: &[Target]) -> Self {
        let find = |name: &str| series.iter().find(|series| series.name == name);
        let figures = series.iter().map(|series| Figure {
            name: series.name.into(),
            p10: series.at(10),
            median: series.at(50),
            p90: series.at(90),
        });
        let verdicts = targets.iter().filter_map(|Target { ours, peer, ratio }| {
            let measured_peer = find(peer)?;
            Some(Verdict {
                ours: (*ours).into(),
                peer: (*peer).into(),
                at_most: *ratio,
                found: find(ours)?.ratio_to(measured_peer),
                floor: find(FLOOR).map(|floor| floor.ratio_to(measured_peer)),
            })
        });
        Self { name: name.into(), figures: figures.collect(), verdicts: verdicts.collect() }
    }
}

impl Results {
    pub fn write(&self) -> String {
        let mut text = format!("machine\t{}\t{}\n", self.machine, self.level);
        for Measured { name: group, figures, verdicts } in &self.groups {
            for Figure { name, p10, median, p90 } in figures {
                let _ = writeln!(text, "figure\t{group}\t{name}\t{p10:.3}\t{median:.3}\t{p90:.3}");
            }
            for Verdict { ours, peer, at_most, found, floor } in verdicts {
                let floor = floor.map_or(String::new(), |floor| format!("{floor:.4}"));
                let _ = writeln!(
                    text,
                    "target\t{group}\t{ours}\t{peer}\t{at_most}\t{found:.4}\t{floor}"
                );
            }
        }
        for Rate { name, millions, at_least } in &self.rates {
            let _ = writeln!(text, "rate\t{name}\t{millions:.2}\t{at_least}");
        }
        for Call { name, median, p99, p9999, most } in &self.calls {
            let _ = writeln!(text, "call\t{name}\t{median}\t{p99}\t{p9999}\t{most}");
        }
        for Build { package, seconds, seconds_at_most, crates, crates_at_most } in &self.builds {
            let _ = writeln!(
                text,
                "build\t{package}\t{seconds:.2}\t{seconds_at_most}\t{crates}\t{crates_at_most}"
            );
        }
        text
    }

    /// What [`write`](Self::write) wrote. The error is the line that is none of it.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut results = Self::default();
        for line in text.lines() {
            let columns: Vec<_> = line.split('\t').collect();
            results.read_line(&columns).ok_or(line)?;
        }
        Ok(results)
    }

    fn read_line(&mut self, columns: &[&str]) -> Option<()> {
        match *columns {
            ["machine", machine, level] => {
                (self.machine, self.level) = (machine.into(), level.into())
            }
            ["figure", group, name, p10, median, p90] => {
                let [p10, median, p90] = numbers([p10, median, p90])?;
                self.group(group).figures.push(Figure { name: name.into(), p10, median, p90 });
            }
            ["target", group, ours, peer, at_most, found, floor] => {
                let [at_most, found] = numbers([at_most, found])?;
                let floor = if floor.is_empty() { None } else { Some(floor.parse().ok()?) };
                let (ours, peer) = (ours.into(), peer.into());
                self.group(group).verdicts.push(Verdict { ours, peer, at_most, found, floor });
            }
            ["rate", name, millions, at_least] => {
                let [millions, at_least] = numbers([millions, at_least])?;
                self.rates.push(Rate { name: name.into(), millions, at_least });
            }
            ["call", name, median, p99, p9999, most] => {
                let [median, p99, p9999, most] = numbers([median, p99, p9999, most])?;
                self.calls.push(Call { name: name.into(), median, p99, p9999, most });
            }
            ["build", package, seconds, seconds_at_most, crates, crates_at_most] => {
                let [seconds, seconds_at_most] = numbers([seconds, seconds_at_most])?;
                let [crates, crates_at_most] = numbers([crates, crates_at_most])?;
                let package = package.into();
                let build = Build { package, seconds, seconds_at_most, crates, crates_at_most };
                self.builds.push(build);
            }
            _ => return None,
        }
        Some(())
    }

    fn group(&mut self, name: &str) -> &mut Measured {
        let at = self.groups.iter().position(|group| group.name == name).unwrap_or_else(|| {
            self.groups.push(Measured::new(name, &[], &[]));
            self.groups.len() - 1
        });
        &mut self.groups[at]
    }

    /// The group of a name, where it was measured.
    pub fn find(&self, name: &str) -> Option<&Measured> {
        self.groups.iter().find(|group| group.name == name)
    }
}

fn numbers<T: std::str::FromStr, const N: usize>(columns: [&str; N]) -> Option<[T; N]> {
    let numbers: Vec<T> = columns.iter().map_while(|column| column.parse().ok()).collect();
    numbers.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::{Measured, Results, Target};
    use crate::measure::Series;

    fn series(name: &'static str, rounds: &[f64]) -> Series {
        Series { name, rounds: rounds.to_vec() }
    }

    #[test]
    fn what_is_written_is_read() {
        let text = "machine\tone\tany\n\
                    figure\tgenerate\tidgen\t1.000\t2.000\t3.000\n\
                    figure\tgenerate\tpeer\t4.000\t5.000\t6.000\n\
                    target\tgenerate\tidgen\tpeer\t0.3\t0.4000\t0.3500\n\
                    target\tgenerate\tidgen\tpeer\t0.5\t0.4000\t\n\
                    rate\tidcli\t41.50\t40\n\
                    call\tidgen\t10\t20\t30\t40\n\
                    build\tidcore\t0.50\t1.5\t1\t1\n";
        assert_eq!(Results::read(text).map(|results| results.write()), Ok(text.into()));
        assert!(
            matches!(Results::read("figure\ta\tb\t1\t2\n"), Err(line) if line.starts_with("figure"))
        );
    }

    #[test]
    fn a_target_below_the_floor_is_out_of_reach() {
        let all = [series("idgen", &[4.0]), series("peer", &[10.0]), series("floor", &[3.5])];
        let target = |ratio| Target { ours: "idgen", peer: "peer", ratio };
        let verdicts = Measured::new("", &all, &[target(0.3), target(0.38), target(0.4)]).verdicts;
        let found: Vec<_> = verdicts.iter().map(|v| (v.is_met(), v.is_out_of_reach())).collect();
        assert_eq!(found, [(false, true), (false, false), (true, false)]);
    }
}
