//! Asynchronous code is allowed in two places only: the site, and the client of the bus.

use crate::repository::SourceFile;

/// Where it may be.
const RIMS: [&str; 2] = ["crates/web/", "crates/farm/src/nats/"];
/// What shows it.
const SIGNS: [&str; 7] =
    ["async fn", "async move", "async {", ".await;", ".await?", ".await)", ".await."];

/// Names each line of code that is asynchronous elsewhere.
pub(super) fn check(files: &[SourceFile]) -> Vec<String> {
    let inside = |file: &&SourceFile| {
        file.path.starts_with("crates/") && !RIMS.iter().any(|rim| file.path.starts_with(rim))
    };
    files.iter().filter(inside).filter_map(|file| Some((file, file.text_of(".rs")?))).fold(
        Vec::new(),
        |mut wrong, (file, text)| {
            for (index, line) in text.lines().enumerate() {
                let code = line.split("//").next().unwrap_or_default();
                if SIGNS.iter().any(|sign| code.contains(sign)) {
                    wrong.push(format!(
                        "{}:{}: only the rims {} are asynchronous",
                        file.path,
                        index + 1,
                        RIMS.join(" and ")
                    ));
                }
            }
            wrong
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> usize {
        check(&[SourceFile { path: path.to_owned(), text: Some(text.to_owned()) }]).len()
    }

    #[test]
    fn only_the_rims_are_asynchronous() {
        assert_eq!(found("crates/contest/src/draw/mod.rs", "assert!(draw.awaits_beacon());\n"), 0);
        let text = "async fn f() {\n    g().await;\n}\n// what is async { waits\n";
        assert_eq!(found("crates/farm/src/nats/mod.rs", text), 0);
        assert_eq!(found("crates/web/src/server.rs", text), 0);
        assert_eq!(found("crates/farm/src/labour.rs", text), 2);
        assert_eq!(found("crates/host/src/stage.rs", "fn f() {}\n"), 0);
    }
}
