//! How the tests of pages start Chromium. Those of `web/` have this file too.

use std::path::Path;
use std::process::Command;

/// Chromium without a window, which asks for nothing and fetches nothing of its own; its settings are in `profile`.
pub fn chromium(profile: &Path) -> Command {
    let mut command = Command::new("chromium");
    command
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update"])
        .args(["--disable-sync", "--disable-quic"])
        .arg(format!("--user-data-dir={}", profile.display()));
    command
}

/// What is said where it does not start.
pub fn missing(error: &std::io::Error) -> String {
    format!("chromium: {error}; `cargo xtask setup` installs it")
}
