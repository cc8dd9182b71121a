//! Writes the pages of the documentation, in the order of `docs/SUMMARY.md`, as code: an array of
//! names and texts.

use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=docs/SUMMARY.md");
    let docs = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).expect("a summary");
    let links = summary.split("](").skip(1).filter_map(|rest| rest.split_once(".md)"));
    let pages = links.map(|(name, _)| {
        let file = docs.join(name).with_extension("md").display().to_string();
        format!("Document {{ name: {name:?}, text: include_str!({file:?}) }},\n")
    });
    let code = format!("[\n{}]\n", pages.collect::<String>());
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("documents.rs"), code).expect("a file for the list");
}
