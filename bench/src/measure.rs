//! Candidates of a group, measured in turns in one process.

use std::time::{Duration, Instant};

/// How long one turn of a candidate takes.
const TURN: Duration = Duration::from_millis(4);

/// A piece of work that can be repeated: called with how often, it does that many operations.
pub struct Candidate {
    pub name: &'static str,
    work: Box<dyn FnMut(u64)>,
    /// The number of operations is a multiple of this.
    batch: u64,
}

/// What one candidate took in each round, in nanoseconds per operation.
pub struct Series {
    pub name: &'static str,
    pub rounds: Vec<f64>,
}

impl Candidate {
    /// `work` is to do as many operations as it is told; it checks its results itself.
    pub fn new(name: &'static str, work: impl FnMut(u64) + 'static) -> Self {
        Self { name, work: Box::new(work), batch: 1 }
    }

    /// Only asks for multiples of so many operations.
    pub fn in_batches_of(mut self, batch: u64) -> Self {
        self.batch = batch;
        self
    }

    /// A candidate of one operation that gives a value.
    pub fn each<T>(name: &'static str, mut operation: impl FnMut() -> T + 'static) -> Self {
        Self::new(name, move |times| {
            for _ in 0..times {
                std::hint::black_box(operation());
            }
        })
    }

    fn time(&mut self, times: u64) -> Duration {
        let start = Instant::now();
        (self.work)(times);
        start.elapsed()
    }

    /// How many operations fill a turn.
    fn calibrate(&mut self) -> u64 {
        let mut times = self.batch;
        loop {
            // The least of three: an interruption must not pass for the work.
            let took = (0..3).map(|_| self.time(times)).min().unwrap_or_default();
            if took > TURN / 4 {
                let per_turn = TURN.as_nanos() as f64 / took.as_nanos() as f64 * times as f64;
                return (per_turn as u64 / self.batch).max(1) * self.batch;
            }
            times *= 2;
        }
    }
}

/// Measures the candidates in turns, so that what disturbs the machine disturbs them all, and adds
/// what they took to the series, of which there is one for each.
pub fn interleaved(candidates: &mut [Candidate], rounds: usize, series: &mut [Series]) {
    let times: Vec<_> = candidates.iter_mut().map(Candidate::calibrate).collect();
    for _ in 0..rounds {
        for ((candidate, times), series) in candidates.iter_mut().zip(&times).zip(series.iter_mut())
        {
            series.rounds.push(candidate.time(*times).as_nanos() as f64 / *times as f64);
        }
    }
}

impl Series {
    pub fn new(name: &'static str) -> Self {
        Self { name, rounds: Vec::new() }
    }

    /// The value that so many percent of the rounds are not above.
    pub fn at(&self, percent: usize) -> f64 {
        at(self.rounds.clone(), percent)
    }

    /// The median of the ratios of each round: the two were measured right after each other, and
    /// what slowed one down mostly did so to the other.
    pub fn ratio_to(&self, peer: &Self) -> f64 {
        at(self.rounds.iter().zip(&peer.rounds).map(|(ours, peer)| ours / peer).collect(), 50)
    }
}

fn at(mut values: Vec<f64>, percent: usize) -> f64 {
    values.sort_by(f64::total_cmp);
    values[(values.len() - 1) * percent / 100]
}

#[cfg(test)]
mod tests {
    use super::Series;

    #[test]
    fn ratios_are_those_of_the_same_round() {
        let series = |rounds: [f64; 5]| Series { name: "", rounds: rounds.to_vec() };
        // The machine was half as fast in three of the rounds, and one of them was interrupted.
        let (ours, peer) =
            (series([2.0, 4.0, 4.0, 2.0, 90.0]), series([8.0, 16.0, 16.0, 8.0, 16.0]));
        assert_eq!(ours.ratio_to(&peer), 0.25);
        assert_eq!((ours.at(0), ours.at(50), ours.at(100)), (2.0, 4.0, 90.0));
    }
}
