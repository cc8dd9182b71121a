//! Which changes a started contest allows: it may grow. More matches, more rounds or more legs
//! leave what was played as it is; any other change makes another contest.

use serde_json::Value;

/// The keys of formats that may become larger, from number to number.
const GROW: [&str; 5] = ["games_per_pair", "games", "rounds", "best_of", "max_cycles"];
/// Those of them by which matches are numbered: what was played would be read as other matches.
const NUMBERS: [(&str, &str); 2] = [("knockout", "best_of"), ("divisions", "games_per_pair")];

/// What makes a contest another one than was begun; keys with their section, values as JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConfigChange {
    /// A key has another value.
    Changed {
        /// The key.
        key: String,
        /// Its value now.
        now: String,
        /// Its value when the contest was begun.
        begun: String,
    },
    /// A key is there that was not.
    Added {
        /// The key.
        key: String,
        /// Its value now.
        now: String,
    },
    /// A key that was there is not.
    Removed {
        /// The key.
        key: String,
        /// Its value when the contest was begun.
        begun: String,
    },
}

/// Whether `section` only grew from what was begun to what is now.
pub(crate) fn compare(section: &str, begun: &Value, now: &Value) -> Result<(), ConfigChange> {
    let (Value::Object(before), Value::Object(after)) = (begun, now) else {
        let (now, begun) = (now.to_string(), begun.to_string());
        return Err(ConfigChange::Changed { key: section.to_owned(), now, begun });
    };
    // Another kind has other keys, which need not be reported.
    let kind = std::iter::once("kind");
    let keys = kind.chain(after.keys().chain(before.keys()).map(String::as_str));
    for own in keys {
        let key = format!("{section}.{own}");
        match (before.get(own), after.get(own)) {
            (was, is) if was == is => {}
            (Some(was), Some(is)) if grew(section, own, was, is) => {}
            (Some(was), Some(is)) => {
                let (now, begun) = (is.to_string(), was.to_string());
                return Err(ConfigChange::Changed { key, now, begun });
            }
            (Some(was), None) => return Err(ConfigChange::Removed { key, begun: was.to_string() }),
            (None, is) => {
                let now = is.map(Value::to_string).unwrap_or_default();
                return Err(ConfigChange::Added { key, now });
            }
        }
    }
    Ok(())
}

/// What changed of the keys by which a format numbers its matches.
pub(crate) fn numbered_otherwise(begun: &Value, now: &Value) -> Option<ConfigChange> {
    let kind = now.get("kind")?.as_str()?;
    let (_, own) = NUMBERS.iter().find(|(format, _)| *format == kind)?;
    let (was, is) = (begun.get(own)?, now.get(own)?);
    (was != is).then(|| ConfigChange::Changed {
        key: format!("format.{own}"),
        now: is.to_string(),
        begun: was.to_string(),
    })
}

fn grew(section: &str, key: &str, was: &Value, is: &Value) -> bool {
    let counts = was.as_u64().zip(is.as_u64());
    section == "format" && GROW.contains(&key) && counts.is_some_and(|(was, is)| is > was)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn key(change: ConfigChange) -> String {
        match change {
            ConfigChange::Changed { key, .. }
            | ConfigChange::Added { key, .. }
            | ConfigChange::Removed { key, .. } => key,
        }
    }

    fn format(begun: &Value, now: &Value) -> Result<(), String> {
        compare("format", begun, now).map_err(key)
    }

    #[test]
    fn counts_may_grow_and_nothing_else_may_change() {
        let begun = json!({"kind": "round-robin", "games_per_pair": 2, "replay_ties": false});
        let mut now = begun.clone();
        now["games_per_pair"] = json!(3);
        assert_eq!(format(&begun, &now), Ok(()));
        assert_eq!(format(&now, &begun), Err("format.games_per_pair".to_owned()));
        now["replay_ties"] = json!(true);
        assert_eq!(format(&begun, &now), Err("format.replay_ties".to_owned()));
        now["kind"] = json!("gauntlet");
        assert_eq!(format(&begun, &now), Err("format.kind".to_owned()));
        let open = json!({"kind": "swiss", "rounds": null});
        let bound = json!({"kind": "swiss", "rounds": 9});
        assert_eq!(format(&open, &bound), Err("format.rounds".to_owned()));
    }

    #[test]
    fn other_sections_may_not_grow() {
        let [two, three] = [json!({"games": 2}), json!({"games": 3})];
        let key = "options.games".to_owned();
        let (now, begun) = ("3".to_owned(), "2".to_owned());
        let expected = ConfigChange::Changed { key: key.clone(), now, begun };
        assert_eq!(compare("options", &two, &three), Err(expected));
        let added = ConfigChange::Added { key: key.clone(), now: "2".to_owned() };
        assert_eq!(compare("options", &json!({}), &two), Err(added));
        let removed = ConfigChange::Removed { key, begun: "2".to_owned() };
        assert_eq!(compare("options", &two, &json!({})), Err(removed));
        assert!(compare("seed", &json!(1), &json!(2)).is_err());
    }
}
