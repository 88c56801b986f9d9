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

/// What one candidate took, in nanoseconds per operation.
pub struct Figure {
    pub name: &'static str,
    pub p10: f64,
    pub median: f64,
    pub p90: f64,
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
            let took = self.time(times);
            if took > TURN / 4 {
                let per_turn = TURN.as_nanos() as f64 / took.as_nanos() as f64 * times as f64;
                return (per_turn as u64 / self.batch).max(1) * self.batch;
            }
            times *= 2;
        }
    }
}

/// Measures the candidates in turns, so that what disturbs the machine disturbs them all.
pub fn interleaved(mut candidates: Vec<Candidate>, rounds: usize) -> Vec<Figure> {
    let times: Vec<_> = candidates.iter_mut().map(Candidate::calibrate).collect();
    let mut turns = vec![Vec::with_capacity(rounds); candidates.len()];
    for _ in 0..rounds {
        for ((candidate, times), turns) in candidates.iter_mut().zip(&times).zip(&mut turns) {
            turns.push(candidate.time(*times).as_nanos() as f64 / *times as f64);
        }
    }
    candidates
        .iter()
        .zip(turns)
        .map(|(candidate, mut turns)| Figure::of(candidate.name, &mut turns))
        .collect()
}

impl Figure {
    /// The figure of a candidate's turns, in nanoseconds per operation.
    pub fn of(name: &'static str, turns: &mut [f64]) -> Self {
        turns.sort_by(f64::total_cmp);
        let at = |part: usize| turns[(turns.len() - 1) * part / 100];
        Self { name, p10: at(10), median: at(50), p90: at(90) }
    }
}
