//! Invalid answers: which change would make them valid.

use crate::check::advice::{Advice, Fact};
use crate::check::diagnosis::{Diagnosis, FaultContext, Rules};
use certamen_game::Numbers;

/// The longest answer that is analysed, in bytes.
const LONGEST: usize = 4 << 10;
const PIECES: usize = 64;

/// A change of an answer, and the advice if it helps.
type Repair = (Advice, fn(&str) -> Option<String>);

/// Changes of one line, the most likely first.
const REPAIRS: &[Repair] = &[
    (Advice::ByteOrderMark, |text| text.strip_prefix('\u{feff}').map(str::to_owned)),
    (Advice::WindowsLineEnds, |text| changed(text, &text.replace('\r', ""))),
    (Advice::TrailingBlanks, |text| changed(text, text.trim_matches([' ', '\t', '\n', '\r']))),
    (Advice::WrongCase, |text| changed(text, &text.to_uppercase())),
    (Advice::WrongCase, |text| changed(text, &text.to_lowercase())),
    (Advice::Decimals, |text| changed(text, &each_number(text, whole))),
    (Advice::Decorated, |text| without_number_of_element(text).map(str::to_owned)),
    (Advice::Decorated, |text| changed(text, text.trim().trim_matches(DECORATION))),
    (Advice::Decorated, |text| changed(text, &text.replace(DECORATION, ""))),
    (Advice::WrongSeparator, |text| changed(text, &separated(text, " "))),
    (Advice::WrongSeparator, |text| changed(text, &separated(text, ""))),
];

/// The first of them concern the text around an answer.
const AROUND: usize = 3;

const SIGNS: [char; 2] = ['-', '+'];
const DECORATION: [char; 10] = ['[', ']', '(', ')', '{', '}', '\'', '"', '`', '‘'];

/// The change that would make an answer legal. Empty answers and answers that are no text have none.
pub(super) fn nearly_legal(case: &FaultContext<'_>) -> Option<Diagnosis> {
    let (rules, unread) = (case.rules, &case.unread[..]);
    let answer = case.answer.as_deref().unwrap_or_default();
    let text = text(answer).filter(|_| !case.answers_nothing())?;
    let found = |advice| Diagnosis::new(advice).with(Fact::Answer(answer.to_vec()));
    if let Some(rest) = text.strip_prefix(['\n', '\r']).map(str::trim)
        && rules.is_legal(rest)
    {
        return Some(found(Advice::LineEndFirst).with(Fact::WouldDo(rest.to_owned())));
    }
    if text.trim().is_empty()
        && str::from_utf8(unread).is_ok_and(|rest| rules.is_legal(rest.trim()))
    {
        let both = Fact::Answer([answer, b"\n", unread].concat());
        return Some(Diagnosis::new(Advice::LineEndFirst).with(both));
    }
    let (advice, better) = lines(text, unread, rules)
        .or_else(|| repaired(text, rules))
        .or_else(|| Some((Advice::IndexBase, shifted(text, rules)?)))
        .or_else(|| Some((Advice::ExtraText, piece(text, rules)?)))?;
    let found = found(advice).with(Fact::WouldDo(better.trim_end().to_owned()));
    Some(if advice == Advice::IndexBase { refused(found, text, rules) } else { found })
}

/// An answer that no change would make legal.
#[expect(clippy::unnecessary_wraps, reason = "the functions of a table have one signature")]
pub(super) fn illegal(case: &FaultContext<'_>) -> Option<Diagnosis> {
    let answer = case.answer.clone().unwrap_or_default();
    let found = |advice| Diagnosis::new(advice).with(Fact::Answer(answer.clone()));
    let Some(text) = text(&answer) else { return Some(found(Advice::NotText)) };
    if case.answers_nothing() {
        return Some(found(Advice::EmptyOutput));
    }
    let looks_right = case.rules.was_legal_at_start(text) || is_number(text);
    let advice = if looks_right { Advice::IllegalMove } else { Advice::NotAnAnswer };
    Some(refused(found(advice), text, case.rules))
}

fn text(answer: &[u8]) -> Option<&str> {
    let text = str::from_utf8(&answer[..answer.len().min(LONGEST)]).ok()?;
    (!text.contains('\0')).then_some(text)
}

/// Adds why the rules refuse `text`.
fn refused(found: Diagnosis, text: &str, rules: &dyn Rules) -> Diagnosis {
    found.with_all(rules.read(text).err().map(Fact::Rules))
}

/// The answer with `by` added to every number.
pub(crate) fn one_more_or_less(text: &str, by: i64) -> String {
    each_number(text, |number| Some((number.parse::<i64>().ok()? + by).to_string()))
}

/// One change that helps, or two.
fn repaired(text: &str, rules: &dyn Rules) -> Option<(Advice, String)> {
    let single = |text: &str| {
        REPAIRS.iter().find_map(|(advice, repair)| {
            let better = repair(text)?;
            rules.is_legal(&better).then_some((*advice, better))
        })
    };
    single(text).or_else(|| {
        // The text around the answer comes last: it may be left over by another change.
        let (around, within) = REPAIRS.split_at(AROUND);
        within.iter().chain(around).find_map(|(advice, repair)| {
            let better = repair(text)?;
            let (_, best) = single(&better)?;
            Some((*advice, best))
        })
    })
}

/// Several lines of which one is an answer: repeated or explained.
fn lines(text: &str, unread: &[u8], rules: &dyn Rules) -> Option<(Advice, String)> {
    let more = String::from_utf8_lossy(&unread[..unread.len().min(LONGEST)]).into_owned();
    let all = format!("{}\n{more}", text.trim_end_matches(['\n', '\r']));
    let lines: Vec<&str> =
        all.lines().filter(|line| !line.trim().is_empty()).take(PIECES).collect();
    if lines.len() < 2 {
        return None;
    }
    let good: Vec<&&str> = lines.iter().filter(|line| rules.is_legal(line)).collect();
    if good.len() == lines.len() {
        return Some((Advice::TwoLines, (*good[0]).to_owned()));
    }
    if let Some(last) = good.last() {
        return Some((Advice::DebugOutput, (**last).to_owned()));
    }
    let joined = [" ", ""].map(|between| lines.join(between));
    joined.into_iter().find(|joined| rules.is_legal(joined)).map(|one| (Advice::TwoLines, one))
}

/// The answer with every number one more or one less, if that is legal and the answer itself never was.
fn shifted(text: &str, rules: &dyn Rules) -> Option<String> {
    if rules.numbers() == Numbers::Amounts || !is_number(text) || rules.was_legal_at_start(text) {
        return None;
    }
    [1, -1].map(|by| one_more_or_less(text, by)).into_iter().find(|other| rules.is_legal(other))
}

/// A part of the answer that is legal: after a colon, or its last or first words.
fn piece(text: &str, rules: &dyn Rules) -> Option<String> {
    let text = text.trim();
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || ":=>".contains(c)).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).take(PIECES).collect();
    let ends = (1..words.len()).rev().map(|count| words[words.len() - count..].join(" "));
    let starts = (1..words.len()).rev().map(|count| words[..count].join(" "));
    let middle = words.iter().map(|word| (*word).to_owned());
    let clean = |piece: String| {
        let end = piece.trim_end_matches(|c: char| !c.is_alphanumeric());
        let plain = end.trim_start_matches(|c: char| !c.is_alphanumeric());
        let signed = end.strip_suffix(plain).is_some_and(|before| before.ends_with(SIGNS));
        let plain = if signed { String::new() } else { plain.to_owned() };
        [piece, plain].into_iter().find(|piece| rules.is_legal(piece))
    };
    ends.chain(starts).chain(middle).find_map(clean)
}

fn changed(text: &str, better: &str) -> Option<String> {
    (better != text && !better.is_empty()).then(|| better.to_owned())
}

/// Replaces commas, tabs and the like by `between`. Numbers are not joined, and signs are kept.
fn separated(text: &str, between: &str) -> String {
    let apart = |c: char| c.is_whitespace() || ",;-_/|".contains(c);
    let mut better = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| !apart(c)) {
        let number = rest[start..].starts_with(|c: char| c.is_ascii_digit());
        let signed = start > 0 && rest[..start].ends_with('-');
        let joined = start == 1 && !better.is_empty();
        if number && signed && !joined {
            return String::new();
        }
        if number && between.is_empty() && better.ends_with(|c: char| c.is_ascii_digit()) {
            return String::new();
        }
        let part = &rest[start..];
        let (part, after) = part.split_at(part.find(apart).unwrap_or(part.len()));
        if !better.is_empty() {
            better.push_str(between);
        }
        better.push_str(part);
        rest = after;
    }
    better
}

/// The text after `[1]`, which R prints before the elements of a vector.
fn without_number_of_element(text: &str) -> Option<&str> {
    let (number, rest) = text.trim_start().strip_prefix('[')?.split_once("] ")?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then(|| rest.trim())
}

fn is_number(text: &str) -> bool {
    let text = text.trim();
    text.chars().any(|c| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || c == ' ' || c == '-' || c == 'R')
}

/// `text` with `change` applied to every number.
fn each_number(text: &str, change: impl Fn(&str) -> Option<String>) -> String {
    let part = |c: char| c.is_ascii_digit() || ".+-eE".contains(c);
    let mut better = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(part) {
        let (before, from) = rest.split_at(start);
        let length = from.find(|c| !part(c)).unwrap_or(from.len());
        let (number, after) = from.split_at(length);
        better.push_str(before);
        better.push_str(&change(number).unwrap_or_else(|| number.to_owned()));
        rest = after;
    }
    better + rest
}

/// `3.0`, `+3` and `3e0` as 3.
fn whole(number: &str) -> Option<String> {
    let value: f64 = number.parse().ok()?;
    (value.abs() < 1e9).then(|| format!("{}", value.trunc() as i64))
}
