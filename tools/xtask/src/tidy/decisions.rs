//! Decision records are numbered once each, without a gap, have a status, and are listed.

use crate::repository::SourceFile;

const FOLDER: &str = "docs/adr/";
const LIST: &str = "docs/adr/0001-records-of-decisions.md";

/// Checks the numbers of all records: those of their files, of their headings, and of the list.
pub(super) fn check(files: &[SourceFile]) -> Vec<String> {
    let records = files.iter().filter_map(|file| {
        let name = file.path.strip_prefix(FOLDER)?;
        Some((name, file.text_of(".md")?))
    });
    let mut records: Vec<(&str, &str)> = records.collect();
    records.sort_unstable();
    let list = files.iter().find(|file| file.path == LIST).and_then(|file| file.text_of(".md"));
    let mut wrong = Vec::new();
    for (index, (name, text)) in records.iter().enumerate() {
        let number = format!("{:04}", index + 1);
        if !name.starts_with(&number) {
            wrong.push(format!("{FOLDER}{name}: the number of this record should be {number}"));
        } else if !text.starts_with(&format!("# {number}: ")) {
            wrong.push(format!("{FOLDER}{name}: its heading must begin with `# {number}: `"));
        } else if !text.lines().nth(2).is_some_and(|line| line.starts_with("Status: ")) {
            wrong.push(format!("{FOLDER}{name}: its third line must begin with `Status: `"));
        }
        if index > 0 && list.is_some_and(|list| !list.contains(&format!("]({name})"))) {
            wrong.push(format!("{LIST}: {name} is missing from the list"));
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use crate::tidy::made_up;

    #[test]
    fn each_record_has_a_number_of_its_own() {
        let list = (
            "docs/adr/0001-records-of-decisions.md",
            "# 0001: Records\n\nStatus: accepted.\n[2](0002-a.md)",
        );
        let good = [list, ("docs/adr/0002-a.md", "# 0002: A\n\nStatus: accepted.")];
        assert_eq!(super::check(&made_up(&good)), [""; 0]);
        let bad = [
            list,
            ("docs/adr/0002-a.md", "# 0003: A"),
            ("docs/adr/0002-b.md", "# 0002: B"),
            ("docs/adr/0004-c.md", "# 0004: C\n\nAccepted."),
        ];
        let wrong = super::check(&made_up(&bad));
        assert_eq!(wrong.len(), 5, "{wrong:?}");
        assert!(wrong[1].contains("should be 0003"), "{wrong:?}");
    }
}
