//! How far a batch is: a bar on a terminal, lines elsewhere.

use crate::failure::say;
use crate::style::count;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Least time between two lines.
const LINES: Duration = Duration::from_secs(5);

/// Shows how far the work is, on the standard error.
pub struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
    /// Whether to say nothing but problems.
    problems_only: bool,
    state: Mutex<State>,
}

struct State {
    done: usize,
    failed: usize,
    total: usize,
    said: Instant,
}

impl State {
    /// What to say where there is no terminal, once it is time to.
    fn line(&mut self, now: Instant) -> Option<String> {
        if now.duration_since(self.said) < LINES {
            return None;
        }
        self.said = now;
        Some(format!(
            "{} of {}, {} failed",
            self.done,
            count(self.total, "shader"),
            self.failed
        ))
    }
}

impl Progress {
    /// Of nothing yet.
    pub fn new(quiet: bool, problems_only: bool) -> Self {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::new(0);
            let style = "{bar:30} {pos}/{len} {rate} {eta} left {msg}";
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(
                    style.with_key("rate", |state: &ProgressState, to: &mut dyn Write| {
                        // What a terminal does not take is not missed.
                        let _ = write!(to, "{:.0}/s", state.per_sec());
                    }),
                );
            }
            bar
        });
        let state = State {
            done: 0,
            failed: 0,
            total: 0,
            said: Instant::now(),
        };
        Self {
            bar,
            quiet,
            problems_only,
            state: Mutex::new(state),
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// There is one more to do.
    pub fn expect(&self, more: usize) {
        self.state().total += more;
        if let Some(bar) = &self.bar {
            bar.inc_length(more as u64);
        }
    }

    /// One of those that were expected is no shader.
    pub fn unexpected(&self) {
        self.state().total -= 1;
        if let Some(bar) = &self.bar {
            bar.dec_length(1);
        }
    }

    /// One is done; `problems` is what to say of it.
    pub fn done(&self, problems: &[String]) {
        let mut state = self.state();
        state.done += 1;
        state.failed += usize::from(!problems.is_empty());
        if self.quiet {
            return;
        }
        match &self.bar {
            Some(bar) => {
                problems.iter().for_each(|line| bar.println(line));
                if state.failed != 0 {
                    bar.set_message(format!("({} failed)", state.failed));
                }
                bar.inc(1);
            }
            None => {
                let line = (!self.problems_only).then(|| state.line(Instant::now()));
                let lines = problems.iter().cloned().chain(line.flatten());
                lines.for_each(|line| say(&(line + "\n")));
            }
        }
    }

    /// All is done.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_every_few_seconds() {
        let said = Instant::now();
        let mut state = State {
            done: 3,
            failed: 1,
            total: 9,
            said,
        };
        assert_eq!(state.line(said + LINES / 2), None);
        let line = state.line(said + LINES);
        assert_eq!(line.as_deref(), Some("3 of 9 shaders, 1 failed"));
        assert_eq!(state.line(said + LINES * 3 / 2), None);
        assert!(state.line(said + LINES * 2).is_some());
    }
}
