//! Writes man pages or shell completions: `generate man|completions DIR`. Called by `cargo xtask`.
#![allow(clippy::print_stdout)]

use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [kind, folder] = &args[..] else {
        return Err("usage: generate man|completions DIR".into());
    };
    let folder = Path::new(folder);
    std::fs::create_dir_all(folder)?;
    let mut command = dxil2spirv_cli::command();
    match kind.as_str() {
        "man" => clap_mangen::generate_to(command, folder)?,
        "completions" => {
            for shell in [
                clap_complete::Shell::Bash,
                clap_complete::Shell::Elvish,
                clap_complete::Shell::Fish,
                clap_complete::Shell::PowerShell,
                clap_complete::Shell::Zsh,
            ] {
                clap_complete::generate_to(shell, &mut command, "dxil2spirv", folder)?;
            }
        }
        _ => return Err(format!("unknown kind `{kind}`").into()),
    }
    println!("wrote {}", folder.display());
    Ok(())
}
