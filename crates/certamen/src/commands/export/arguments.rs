//! How a contest is written out, as people ask for it.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    /// The contest's folder
    #[arg(value_name = "CONTEST_DIR")]
    pub(crate) folder: PathBuf,
    /// How to write it
    #[arg(long, value_enum, default_value_t = ExportFormat::Jsonl)]
    pub(crate) format: ExportFormat,
    /// What to write: default the contest; into a database all, or all up to what is named
    #[arg(long, value_enum)]
    pub(crate) table: Option<ExportTable>,
    /// The file to write; standard output if absent
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Tell the secret of the draw although matches are to come
    #[arg(long)]
    pub(crate) reveal: bool,
}

/// How a contest is written out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ExportFormat {
    /// JSON lines, which `certamen verify` reads
    Jsonl,
    /// Comma-separated values: a line for each seat of each match
    Csv,
    /// A plain SQLite database
    Sqlite,
}

/// What is written of a contest, the least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
pub(crate) enum ExportTable {
    /// How it is held, who took part, the matches and the table
    Contest,
    /// A row for each move of each match
    Moves,
    /// A row for each state of each match, computed from its record
    States,
}
