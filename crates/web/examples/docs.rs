//! Writes the documentation as static pages: `cargo xtask docs` calls it.

use std::{env, path::Path, process::ExitCode};

fn main() -> ExitCode {
    let Some(out) = env::args_os().nth(1) else {
        eprintln!("usage: docs FOLDER");
        return ExitCode::from(2);
    };
    match certamen_web::archive_docs(Path::new(&out)) {
        Ok(files) => {
            eprintln!("{files} files in {}", Path::new(&out).display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
