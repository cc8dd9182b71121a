//! The manifest of a game: `game.toml`, or what a program in a single file says of itself.

use crate::{quantity, say};
use certamen_game::job::{FileError, read_toml};
use certamen_game::{Draws, GameInfo, Map, ProgramsMemory, Protocol, Scoring};
use certamen_i18n::{Language, Localize, Message};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// What a game is, before any program of it was started.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    pub(crate) game: GameKeys,
    pub(crate) program: Option<ProgramKeys>,
    #[serde(default)]
    pub(crate) options: BTreeMap<String, OptionKeys>,
    #[serde(default)]
    pub(crate) hard_start: Vec<Map>,
    #[serde(default)]
    pub(crate) limits: LimitKeys,
}

#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameKeys {
    pub(crate) slug: String,
    #[serde(default = "one")]
    version: u32,
    #[serde(default)]
    pub(crate) replays: Vec<u32>,
    title: Option<TitleKey>,
    #[serde(default)]
    pub(crate) seats: SeatsKey,
    #[serde(default)]
    pub(crate) scoring: ScoringKey,
    #[serde(default)]
    pub(crate) hidden: bool,
    #[serde(default)]
    pub(crate) chance: Chance,
    #[serde(default)]
    pub(crate) legal: LegalKey,
    #[serde(default)]
    player_protocol: PlayerProtocol,
    move_time: Option<String>,
    farewell: Option<String>,
    #[serde(default)]
    pub(crate) variants: bool,
}

fn one() -> u32 {
    1
}

/// A text, or one for each language.
#[derive(Clone, Deserialize, Debug)]
#[serde(from = "Value")]
enum TitleKey {
    Same(String),
    PerLanguage(BTreeMap<String, String>),
    /// What is neither is refused by its key.
    Neither(Value),
}

impl From<Value> for TitleKey {
    fn from(value: Value) -> TitleKey {
        let titles = |keys: &Map| {
            let title =
                |(code, title): (&String, &Value)| Some((code.clone(), title.as_str()?.to_owned()));
            keys.iter().map(title).collect::<Option<BTreeMap<_, _>>>()
        };
        match value {
            Value::String(title) => TitleKey::Same(title),
            Value::Object(ref keys) => {
                titles(keys).map_or(TitleKey::Neither(value), TitleKey::PerLanguage)
            }
            other => TitleKey::Neither(other),
        }
    }
}

/// A number, or the smallest and the largest one.
#[derive(Clone, Deserialize, Debug)]
#[serde(from = "Value")]
pub(crate) enum SeatsKey {
    Between(u8, u8),
    /// What is neither is refused by its key.
    Neither(Value),
}

impl Default for SeatsKey {
    fn default() -> SeatsKey {
        SeatsKey::Between(2, 2)
    }
}

impl From<Value> for SeatsKey {
    fn from(value: Value) -> SeatsKey {
        let number = |value: &Value| u8::try_from(value.as_u64()?).ok();
        let bounds = match &value {
            Value::Array(both) => match both.as_slice() {
                [low, high] => number(low).zip(number(high)),
                _ => None,
            },
            one => number(one).map(|seats| (seats, seats)),
        };
        bounds.map_or(SeatsKey::Neither(value), |(low, high)| SeatsKey::Between(low, high))
    }
}

impl SeatsKey {
    /// No seats at all where it was refused.
    fn bounds(&self) -> (u8, u8) {
        match self {
            SeatsKey::Between(low, high) => (*low, *high),
            SeatsKey::Neither(_) => (0, 0),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ScoringKey {
    #[default]
    WinLoss,
    Points,
}

/// When the program is given keys to draw with.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Chance {
    None,
    Start,
    #[default]
    Turns,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LegalKey {
    #[default]
    Show,
    Internal,
}

#[derive(Clone, Copy, Deserialize, Debug, Default)]
#[serde(rename_all = "lowercase")]
enum PlayerProtocol {
    #[default]
    Lines,
    Argv,
    Stdin,
}

#[derive(Clone, Deserialize, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProgramKeys {
    pub(crate) language: Option<String>,
    pub(crate) source: Vec<String>,
    pub(crate) build: Option<Vec<String>>,
    pub(crate) run: Option<Vec<String>>,
    #[serde(default)]
    pub(crate) data: Vec<String>,
    #[serde(default)]
    pub(crate) requires: Vec<String>,
    pub(crate) library: Option<u32>,
}

/// One option: its type with its bounds.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct OptionKeys {
    #[serde(rename = "type")]
    kind: OptionType,
    min: Option<f64>,
    max: Option<f64>,
    #[serde(default)]
    values: Vec<String>,
    pub(crate) default: Value,
    help: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
enum OptionType {
    Integer,
    Number,
    Boolean,
    String,
    Enum,
}

/// The limits of the rules program.
#[derive(Clone, PartialEq, Eq, Deserialize, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct LimitKeys {
    request: Option<String>,
    start: Option<String>,
    memory: Option<String>,
}

/// The same as values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ProgramLimits {
    /// Time for one request.
    pub(crate) request: Duration,
    /// Time for starting up.
    pub(crate) start: Duration,
    /// In bytes.
    pub(crate) memory: u64,
}

impl Manifest {
    /// Reads `game.toml`.
    pub(crate) fn of_toml(text: &str) -> Result<Manifest, FileError> {
        let manifest: Manifest = read_toml(text)?;
        if manifest.program.is_none() {
            return Err(FileError::key("program", say::key_missing()));
        }
        manifest.check().map_err(|(key, why)| FileError::key(key, why).located(text))?;
        Ok(manifest)
    }

    /// Reads what a program says of itself.
    pub(crate) fn of_json(value: &Value) -> Result<Manifest, FileError> {
        let manifest: Manifest =
            certamen_game::read(value).map_err(|error| FileError::new(error.message()))?;
        // The program runs already, and within the limits of its file or the usual ones.
        if manifest.program.is_some() {
            return Err(FileError::key("program", say::key_in_file_only()));
        }
        if manifest.limits != LimitKeys::default() {
            return Err(FileError::key("limits", say::key_in_file_only()));
        }
        if manifest.game.variants {
            return Err(FileError::key("game.variants", say::key_in_file_only()));
        }
        manifest.check().map_err(|(key, why)| FileError::key(key, why))?;
        Ok(manifest)
    }

    fn check(&self) -> Result<(), (String, Message)> {
        let game = &self.game;
        let of_game = |key: &str, why| Err((format!("game.{key}"), why));
        if !is_slug(&game.slug) {
            return of_game("slug", say::bad_slug(&game.slug));
        }
        if let SeatsKey::Neither(given) = &game.seats {
            return of_game("seats", say::option_value(shown(given), "2, [2, 4]"));
        }
        let (low, high) = game.seats.bounds();
        if low > high {
            return of_game("seats", say::minimum_above_maximum(format!("[{low}, {high}]")));
        }
        if low == 0 || high > certamen_game::MOST_SEATS {
            return of_game("seats", say::seats_out_of_range(certamen_game::MOST_SEATS));
        }
        if game.version == 0 {
            return of_game("version", say::version_from_one());
        }
        if game.farewell.as_ref().is_some_and(|line| line.contains(['\n', '\r'])) {
            return of_game("farewell", say::one_line());
        }
        if let Some(time) = &game.move_time {
            let read = quantity::duration(time).filter(|time| !time.is_zero());
            read.ok_or_else(|| ("game.move_time".to_owned(), say::bad_duration(time)))?;
        }
        match &game.title {
            Some(TitleKey::Neither(given)) => {
                let wanted = "\"Minority\", { en = \"Minority\" }";
                return of_game("title", say::option_value(shown(given), wanted));
            }
            Some(TitleKey::PerLanguage(titles)) => {
                let known = |code: &String| Language::ALL.iter().any(|known| known.code() == code);
                if let Some(code) = titles.keys().find(|code| !known(code)) {
                    return of_game("title", say::bad_language(code));
                }
            }
            Some(TitleKey::Same(_)) | None => {}
        }
        self.limits()
            .map_err(|(key, value)| (format!("limits.{key}"), say::bad_quantity(value)))?;
        for (name, option) in &self.options {
            option.check().map_err(|(key, why)| (format!("options.{name}.{key}"), why))?;
        }
        for (at, start) in self.hard_start.iter().enumerate() {
            self.accept(start).map_err(|(key, why)| (format!("hard_start[{at}].{key}"), why))?;
        }
        Ok(())
    }

    /// Checks that all these are options, and that they can have these values.
    pub(crate) fn accept(&self, given: &Map) -> Result<(), (String, Message)> {
        for (key, value) in given {
            let option = self.options.get(key).ok_or_else(|| {
                let names: Vec<&str> = self.options.keys().map(String::as_str).collect();
                let known = names.join(", ");
                let unknown =
                    if names.is_empty() { say::no_options() } else { say::unknown_option(known) };
                (certamen_game::legible(key), unknown)
            })?;
            option.accept(value).map_err(|why| (key.clone(), why))?;
        }
        Ok(())
    }

    /// What a variant says of itself, with the program and the limits of this manifest.
    pub(crate) fn of_variant(&self, said: Manifest) -> Manifest {
        Manifest { program: self.program.clone(), limits: self.limits.clone(), ..said }
    }

    /// The limits of programs without a `game.toml`.
    pub(crate) fn default_limits() -> ProgramLimits {
        ProgramLimits {
            request: Duration::from_secs(10),
            start: Duration::from_secs(30),
            memory: 512 << 20,
        }
    }

    pub(crate) fn limits(&self) -> Result<ProgramLimits, (&'static str, String)> {
        let keys = &self.limits;
        let duration = |key, given: &Option<String>, default: u64| match given {
            None => Ok(Duration::from_secs(default)),
            Some(text) => quantity::duration(text)
                .filter(|time| !time.is_zero())
                .ok_or_else(|| (key, text.clone())),
        };
        let memory = match &keys.memory {
            None => 512 << 20,
            Some(text) => quantity::size(text)
                .filter(|size| *size >= 1 << 20)
                .ok_or_else(|| ("memory", text.clone()))?,
        };
        Ok(ProgramLimits {
            request: duration("request", &keys.request, 10)?,
            start: duration("start", &keys.start, 30)?,
            memory,
        })
    }

    /// The properties of the game. Its texts live as long as the process, as games do.
    pub(crate) fn info(&self) -> GameInfo {
        let game = &self.game;
        let (low, high) = game.seats.bounds();
        let leaked = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
        GameInfo {
            slug: leaked(&game.slug),
            title: self.title(),
            seats: low..=high,
            version: game.version,
            end_message: game.farewell.as_deref().map(leaked),
            scoring: match game.scoring {
                ScoringKey::WinLoss => Scoring::WinLoss,
                ScoringKey::Points => Scoring::Score,
            },
            protocol: match game.player_protocol {
                PlayerProtocol::Lines => Protocol::Lines,
                PlayerProtocol::Argv => Protocol::Argv,
                PlayerProtocol::Stdin => Protocol::Stdin,
            },
            move_time: game
                .move_time
                .as_deref()
                .and_then(quantity::duration)
                .unwrap_or(Duration::from_secs(1)),
            memory: ProgramsMemory::Match,
            hidden: game.hidden,
            draws: match game.chance {
                Chance::None => Draws::Never,
                Chance::Start => Draws::AtStart,
                Chance::Turns => Draws::InTurns,
            },
        }
    }

    fn title(&self) -> Message {
        match &self.game.title {
            None | Some(TitleKey::Neither(_)) => Message::verbatim(&*self.game.slug),
            Some(TitleKey::Same(title)) => Message::verbatim(&**title),
            Some(TitleKey::PerLanguage(titles)) => {
                let english = titles.get("en").or(titles.values().next());
                let english = english.unwrap_or(&self.game.slug);
                Message::per_language(
                    Language::ALL
                        .map(|language| titles.get(language.code()).unwrap_or(english).clone()),
                )
            }
        }
    }

    /// What the digest covers of the manifest, with sorted keys.
    pub(crate) fn identity(&self) -> Value {
        let game = &self.game;
        let (low, high) = game.seats.bounds();
        let options = self.options.iter().map(|(name, option)| (name.clone(), option.identity()));
        json!({
            "chance": format!("{:?}", game.chance),
            "legal": format!("{:?}", game.legal),
            "options": options.collect::<BTreeMap<_, _>>(),
            "replays": game.replays,
            "scoring": format!("{:?}", game.scoring),
            "seats": [low, high],
            "slug": game.slug,
            "version": game.version,
        })
    }

    /// The JSON Schema of the options.
    pub(crate) fn options_schema(&self) -> Value {
        let properties = self.options.iter().map(|(name, option)| (name.clone(), option.schema()));
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": properties.collect::<Map>(),
            "additionalProperties": false,
        })
    }

    pub(crate) fn default_options(&self) -> Map {
        let options = self.options.iter();
        options.map(|(name, option)| (name.clone(), option.default.clone())).collect()
    }
}

/// A value of a manifest in a message.
fn shown(value: &Value) -> String {
    certamen_game::legible(&value.to_string().chars().take(60).collect::<String>())
}

/// Whether this can be the name of a game: `[a-z][a-z0-9-]{0,39}`.
pub fn is_slug(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_lowercase())
        && text.len() <= 40
        && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

impl OptionKeys {
    fn check(&self) -> Result<(), (&'static str, Message)> {
        let is_number = matches!(self.kind, OptionType::Integer | OptionType::Number);
        for (key, bound) in [("min", self.min), ("max", self.max)] {
            let Some(bound) = bound else { continue };
            if !is_number {
                return Err((key, say::key_of_other_type()));
            }
            let is_whole = self.kind != OptionType::Integer || bound.fract() == 0.0;
            if !bound.is_finite() || !is_whole {
                return Err((key, say::option_value(bound.to_string(), self.kind_word())));
            }
        }
        if self.kind != OptionType::Enum && !self.values.is_empty() {
            return Err(("values", say::key_of_other_type()));
        }
        if let (Some(min), Some(max)) = (self.min, self.max)
            && min > max
        {
            return Err(("min", say::minimum_above_maximum(format!("[{min}, {max}]"))));
        }
        if self.kind == OptionType::Enum && self.values.is_empty() {
            return Err(("values", say::key_missing()));
        }
        self.accept(&self.default).map_err(|why| ("default", why))
    }

    /// Whether the option can have this value.
    pub(crate) fn accept(&self, value: &Value) -> Result<(), Message> {
        let given = || shown(value);
        let is_of_type = match self.kind {
            OptionType::Integer => value.is_i64() || value.is_u64(),
            OptionType::Number => value.is_number(),
            OptionType::Boolean => value.is_boolean(),
            OptionType::String => value.is_string(),
            OptionType::Enum => {
                value.as_str().is_some_and(|it| self.values.iter().any(|v| v == it))
            }
        };
        if !is_of_type {
            return Err(say::option_value(given(), self.wanted()));
        }
        let number = value.as_f64();
        let below = number.zip(self.min).is_some_and(|(number, min)| number < min);
        let above = number.zip(self.max).is_some_and(|(number, max)| number > max);
        if below || above { Err(say::option_value(given(), self.wanted())) } else { Ok(()) }
    }

    fn kind_word(&self) -> &'static str {
        match self.kind {
            OptionType::Integer => "integer",
            OptionType::Number => "number",
            OptionType::Boolean => "true, false",
            OptionType::String => "string",
            OptionType::Enum => "enum",
        }
    }

    fn wanted(&self) -> String {
        if self.kind == OptionType::Enum {
            return self.values.join(", ");
        }
        let kind = self.kind_word();
        match (self.min, self.max) {
            (None, None) => kind.to_owned(),
            (min, max) => {
                let bound = |bound: Option<f64>| bound.map(|it| it.to_string()).unwrap_or_default();
                format!("{kind} {}..{}", bound(min), bound(max))
            }
        }
    }

    /// The smallest and the largest value, and for lists of words all of them.
    pub(crate) fn bounds(&self) -> Vec<Value> {
        let number = |bound: f64| match self.kind {
            OptionType::Integer => json!(bound as i64),
            _ => json!(bound),
        };
        match self.kind {
            OptionType::Boolean => vec![json!(false), json!(true)],
            OptionType::Enum => self.values.iter().map(|value| json!(value)).collect(),
            _ => [self.min, self.max].into_iter().flatten().map(number).collect(),
        }
    }

    /// Values just beyond the bounds, and for lists of words another word.
    pub(crate) fn beyond(&self) -> Vec<Value> {
        match self.kind {
            OptionType::Boolean | OptionType::String => Vec::new(),
            OptionType::Enum => vec![json!(format!("not {}", self.values.concat()))],
            OptionType::Integer | OptionType::Number => {
                let below = self.min.map(|min| min - 1.0);
                let above = self.max.map(|max| max + 1.0);
                let both = below.into_iter().chain(above);
                both.map(certamen_game::number::json)
                    .filter(|it| self.accept(it).is_err())
                    .collect()
            }
        }
    }

    fn schema(&self) -> Value {
        let mut schema = match self.kind {
            OptionType::Integer => json!({"type": "integer"}),
            OptionType::Number => json!({"type": "number"}),
            OptionType::Boolean => json!({"type": "boolean"}),
            OptionType::String => json!({"type": "string"}),
            OptionType::Enum => json!({"enum": self.values}),
        };
        for (key, bound) in [("minimum", self.min), ("maximum", self.max)] {
            if let Some(bound) = bound {
                schema[key] = certamen_game::number::json(bound);
            }
        }
        schema["default"] = self.default.clone();
        if let Some(help) = &self.help {
            schema["description"] = json!(help);
        }
        schema
    }

    fn identity(&self) -> Value {
        json!({
            "default": self.default,
            "max": self.max,
            "min": self.min,
            "type": format!("{:?}", self.kind),
            "values": self.values,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn refused(text: &str) -> String {
        Manifest::of_toml(text).unwrap_err().to_string()
    }

    const PROGRAM: &str = "program = { language = \"python\", source = [\"x.py\"] }\n";

    #[test]
    fn wrong_manifests_are_refused_with_line_and_key() {
        let cases = [
            ("game = { slug = \"x\", seats = [3, 2] }\n", "game.seats", "minimum above maximum"),
            ("game = { slug = \"X\" }\n", "game.slug", "`X`"),
            ("game = { slug = \"x\", seats = 65 }\n", "game.seats", "64"),
            ("game = { slug = \"x\", colour = 1 }\n", "colour", "unknown"),
            ("game = { slug = \"x\", move_time = \"soon\" }\n", "game.move_time", "soon"),
            (
                "game = { slug = \"x\" }\noptions.r = { type = \"integer\", max = 3, default = 4 }\n",
                "options.r.default",
                "4",
            ),
            ("game = { slug = \"x\" }\nlimits.memory = \"much\"\n", "limits.memory", "much"),
            ("game = { slug = \"x\" }\nlimits.turns = 3\n", "turns", "unknown"),
            ("game = { slug = \"x\" }\nlimits.start = \"99999999 min\"\n", "limits.start", "9999"),
            ("game = { slug = \"x\", seats = \"two\" }\n", "game.seats", "[2, 4]"),
            ("game = { slug = \"x\", seats = [2, 3, 4] }\n", "game.seats", "[2, 4]"),
            ("game = { slug = \"x\", title = 7 }\n", "game.title", "en ="),
            ("game = { slug = \"x\", title = { xx = \"y\" } }\n", "game.title", "`xx`"),
            (
                "game = { slug = \"x\" }\noptions.r = { type = \"boolean\", max = 3, default = true }\n",
                "options.r.max",
                "type",
            ),
            (
                "game = { slug = \"x\" }\noptions.r = { type = \"integer\", min = 0.5, default = 4 }\n",
                "options.r.min",
                "0.5",
            ),
            (
                "game = { slug = \"x\" }\noptions.r = { type = \"number\", min = nan, default = 4 }\n",
                "options.r.min",
                "NaN",
            ),
            ("game = { slug = \"x\" }\nhard_start = [{ r = 1 }]\n", "hard_start[0].r", "none"),
        ];
        for (text, key, words) in cases {
            let why = refused(&format!("{text}{PROGRAM}"));
            assert!(why.contains(key) && why.contains(words), "{text}: {why}");
            assert!(why.contains("line "), "{text}: {why}");
        }
        assert!(refused("game = { slug = \"x\" }\n").contains("program"));
    }

    #[test]
    fn the_line_is_that_of_the_wrong_option() {
        let options = "[options.a]\ntype = \"integer\"\nmax = 3\ndefault = 3\n\
                       [options.b]\ntype = \"integer\"\nmax = 3\ndefault = 4\n";
        let why = refused(&format!("game = {{ slug = \"x\" }}\n{PROGRAM}{options}"));
        assert!(why.contains("line 10,") && why.contains("options.b.default"), "{why}");
    }

    proptest! {
        #[test]
        fn no_manifest_makes_its_reader_panic(parts in prop::collection::vec(
            prop_oneof![
                Just("game = { slug = \"x\" }"), Just("[game]"), Just("slug = \"x\""), Just("seats = [2, 9]"),
                Just("seats = [[2], 9]"), Just("seats = -1"), Just("title = { en = 7 }"), Just("title = []"),
                Just("program = { language = \"python\", source = [\"x.py\"] }"), Just("[options.a]"),
                Just("type = \"integer\""), Just("type = \"enum\""), Just("values = [\"a\"]"),
                Just("min = -1e300"), Just("max = inf"), Just("default = 1"), Just("default = 1979-05-27"),
                Just("[[hard_start]]"), Just("a = 1"), Just("limits.memory = \"1e99 GiB\""),
                Just("[limits]"), Just("request = \"0.0000001 us\""), Just("farewell = \"\\n\""),
            ],
            0..12,
        )) {
            let text = parts.join("\n");
            let of_json = toml::from_str::<toml::Table>(&text).ok();
            let of_json = of_json.and_then(|table| serde_json::to_value(table).ok());
            let read = [Some(Manifest::of_toml(&text)), of_json.map(|json| Manifest::of_json(&json))];
            for manifest in read.into_iter().flatten().flatten() {
                let (low, high) = (*manifest.info().seats.start(), *manifest.info().seats.end());
                prop_assert!(1 <= low && low <= high && high <= certamen_game::MOST_SEATS);
                prop_assert!(manifest.limits().is_ok());
                prop_assert!(manifest.accept(&manifest.default_options()).is_ok());
                prop_assert!(manifest.options_schema().is_object());
                canonical_options(&manifest);
            }
        }
    }

    /// What checks and digests compute of options.
    fn canonical_options(manifest: &Manifest) {
        manifest.identity();
        for option in manifest.options.values() {
            let accepted = |value: &Value| option.accept(value).is_ok();
            assert!(option.bounds().iter().all(accepted), "{option:?}");
            assert!(!option.beyond().iter().any(accepted), "{option:?}");
        }
    }

    #[test]
    fn defaults_are_those_of_the_specification() {
        let manifest = Manifest::of_toml(&format!("game = {{ slug = \"x\" }}\n{PROGRAM}")).unwrap();
        let info = manifest.info();
        assert_eq!((info.slug, info.seats.clone(), info.version), ("x", 2..=2, 1));
        assert_eq!((info.scoring, info.draws), (Scoring::WinLoss, Draws::InTurns));
        assert_eq!(info.move_time, Duration::from_secs(1));
        let limits = manifest.limits().unwrap();
        assert_eq!(limits.request, Duration::from_secs(10));
        assert_eq!((limits.start.as_secs(), limits.memory), (30, 512 << 20));
        assert_eq!(limits, Manifest::default_limits());
    }
}
