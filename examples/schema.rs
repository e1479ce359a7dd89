//! Writes the published JSON Schemas to a folder: `cargo xtask schema`.

use dxil2spirv::schema;
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).unwrap_or_else(|| "docs".into()));
    std::fs::create_dir_all(&folder)?;
    for (name, make) in schema::FILES {
        std::fs::write(folder.join(name), schema::text(&make()))?;
    }
    Ok(())
}
