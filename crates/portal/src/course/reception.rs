//! Decides on a file that comes in: names, keys, days and slots.
//!
//! A folder and a web form decide by the same function, [`receive`].

use crate::course::{
    FileName, FileNameError,
    roster::{Team, TeamRoster},
};
use certamen_game::job::{PlayerId, SourceForm, SourceRules, shortened};
use certamen_i18n::{Language, Localize, Message};
use certamen_runner::submission::{Head, Rule, RuleVerdict, SourceFinding, check};
use jiff::civil::Date;

mod say {
    certamen_i18n::texts!("locales/course/reception");
}

/// A submission that was stored before, and its outcome. Discarded and refused files are not
/// stored: otherwise another author's file could block a team's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Its name, which contains the player and the date.
    pub name: FileName,
    pub standing: StoredOutcome,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoredOutcome {
    Active,
    /// Another submission of the same player came later.
    Replaced,
    /// It may not play; it still takes the player's slot until it is replaced.
    Disqualified,
    /// Because of it the team may not submit any more.
    Banned,
}

/// The state of a course when a file comes in.
#[derive(Clone, Copy, Debug)]
pub struct Course<'a> {
    pub register: &'a TeamRoster,
    pub rules: &'a SourceRules,
    pub form: SourceForm,
    /// All submissions stored before, in any order.
    pub stored: &'a [Stored],
    /// The language of teams whose line in the roster has none.
    pub language: Language,
}

/// Decides on a file of this name and content that came in on this day, in the contest's time zone.
/// The decision is about what can be read: whether the player compiles, is fast and good enough is
/// added with [`IntakeDecision::tried`].
pub fn receive(course: &Course<'_>, name: &str, content: &[u8], today: Date) -> IntakeDecision {
    let mut decision = IntakeDecision::new(name, course);
    match admitted(course, name, content, today, &mut decision) {
        Ok(text) => {
            let submission = check(&text, course.form, course.rules);
            decision.alias = decision.alias.or(submission.alias);
            decision.functions = submission.functions;
            decision.findings = submission.findings;
        }
        Err(finding) => decision.findings.push(finding),
    }
    decision
}

/// The file's text if its name, key, day and first lines are in order.
fn admitted(
    course: &Course<'_>,
    name: &str,
    content: &[u8],
    today: Date,
    decision: &mut IntakeDecision,
) -> Result<String, SourceFinding> {
    let name: FileName = name.parse().map_err(of_name)?;
    let team = of_pair(course.register, &name)?;
    decision.language = team.language.unwrap_or(course.language);
    decision.player = Some(name.player);
    decision.name = Some(name);
    if course.stored.iter().any(|stored| stored.name == name) {
        return Err(SourceFinding::new(Rule::AlreadyStored));
    }
    let is_banned = |stored: &Stored| stored.standing == StoredOutcome::Banned;
    let of_pair = |stored: &&Stored| stored.name.player.pair == team.id;
    if course.stored.iter().filter(of_pair).any(is_banned) {
        return Err(SourceFinding::new(Rule::BannedTeam));
    }
    if name.date != today {
        let [year, rest] = [today.year() % 100, i16::from(today.month()) * 100];
        let expected = format!("{year:02}{:04}", rest + i16::from(today.day()));
        return Err(SourceFinding::new(Rule::NotToday).with_detail(&expected));
    }
    if content.len() > course.rules.max_source as usize {
        let most = course.rules.max_source.to_string();
        return Err(SourceFinding::new(Rule::TooLarge).with_detail(&most));
    }
    let text = certamen_runner::submission::lisp::decode(content);
    // A package has neither: its name says which player it is, and its alias is in the Lisp source.
    if course.form == SourceForm::Functions {
        decision.alias = Head::read(&text, team.key.as_ref())?.alias;
    }
    let of_player = course.stored.iter().filter(|stored| stored.name.player == name.player);
    let current = of_player.filter(|stored| stored.standing != StoredOutcome::Replaced);
    decision.replaces = current.map(|stored| stored.name).max_by_key(|stored| stored.date);
    Ok(text)
}

fn of_name(error: FileNameError) -> SourceFinding {
    SourceFinding::new(match error {
        FileNameError::Form => Rule::NameForm,
        FileNameError::Player => Rule::NamePlayer,
        FileNameError::Date => Rule::NameDate,
    })
}

/// The registered team of the file name, if the name has the start of that team's key.
fn of_pair<'a>(roster: &'a TeamRoster, name: &FileName) -> Result<&'a Team, SourceFinding> {
    let unknown =
        || SourceFinding::new(Rule::UnknownTeam).with_detail(&name.player.pair.to_string());
    let team = roster.find(name.player.pair).ok_or_else(unknown)?;
    let key = team.key.as_ref().ok_or_else(unknown)?;
    if key.start() != name.key_start {
        return Err(SourceFinding::new(Rule::NameKey));
    }
    Ok(team)
}

/// The confirmation for a sender whose file is stored where the host looks for it, before it is
/// decided on.
pub fn confirmed(file: &str, place: &str) -> Message {
    say::stored(file, place)
}

/// The message if one of this name was sent before.
pub fn stored_before() -> Message {
    Rule::AlreadyStored.message()
}

/// The decision on a file that came in.
#[derive(Clone, PartialEq, Debug)]
pub struct IntakeDecision {
    /// The name of the file, escaped.
    pub file: String,
    /// The parsed name; `None` unless it belongs to a registered team and ends as the team's key
    /// begins.
    pub name: Option<FileName>,
    /// The player, under the same condition. Do not show it to others before the verdict says that
    /// the key was right, that is: not if it is discarded.
    pub player: Option<PlayerId>,
    pub alias: Option<String>,
    /// The submission that this one replaces if it is stored: its matches leave the standings.
    pub replaces: Option<FileName>,
    /// The functions that it defines, the evaluation function first.
    pub functions: Vec<String>,
    /// Everything that is wrong with it; empty if it is accepted.
    pub findings: Vec<SourceFinding>,
    pub language: Language,
    place: String,
}

impl IntakeDecision {
    fn new(file: &str, course: &Course<'_>) -> IntakeDecision {
        IntakeDecision {
            file: certamen_game::escaped(file),
            name: None,
            player: None,
            alias: None,
            replaces: None,
            functions: Vec::new(),
            findings: Vec::new(),
            language: course.language,
            place: course.rules.place.clone(),
        }
    }

    /// The most severe verdict of the findings.
    pub fn verdict(&self) -> RuleVerdict {
        self.findings.iter().map(SourceFinding::verdict).max().unwrap_or(RuleVerdict::Accepted)
    }

    /// Whether the file is stored and its name and day are used up. An accepted player plays; a
    /// disqualified one takes its slot without playing; a ban ends all.
    pub fn is_stored(&self) -> bool {
        match self.verdict() {
            RuleVerdict::Accepted | RuleVerdict::Disqualified | RuleVerdict::Banned => true,
            RuleVerdict::Refused | RuleVerdict::Discarded => false,
        }
    }

    /// The name of the player in the standings: its alias, shortened if it is long, or `ggppn`.
    pub fn listed_as(&self) -> Option<String> {
        let number = self.player.map(|player| player.to_string());
        self.alias.as_deref().map(shortened).filter(|_| number.is_some()).or(number)
    }

    /// The same decision with the findings of the player's test.
    #[must_use]
    pub fn tried(mut self, findings: impl IntoIterator<Item = SourceFinding>) -> IntakeDecision {
        self.findings.extend(findings);
        self
    }

    /// The report for the authors, in lines.
    pub fn report(&self, language: Language) -> String {
        let mut lines: Vec<String> =
            self.messages().iter().map(|message| message.get(language)).collect();
        lines.push(String::new());
        lines.join("\n")
    }

    fn messages(&self) -> Vec<Message> {
        let verdict = self.verdict();
        let mut messages = Vec::new();
        if verdict == RuleVerdict::Accepted {
            messages.push(say::stored(&self.file, &self.place));
        } else {
            messages.push(say::judged(&self.file, verdict));
            messages.extend(self.findings.iter().map(Localize::message));
        }
        if let Some(listed) = self.listed_as().filter(|_| self.is_stored()) {
            messages.push(say::listed_as(listed));
        }
        if let Some(replaced) = self.replaces.filter(|_| self.is_stored()) {
            messages.push(say::replaces(replaced.to_string()));
        }
        messages.extend(next(verdict));
        messages
    }
}

/// What can be done about a verdict.
fn next(verdict: RuleVerdict) -> Option<Message> {
    match verdict {
        RuleVerdict::Accepted | RuleVerdict::Refused => None,
        RuleVerdict::Discarded => Some(say::send_again()),
        RuleVerdict::Disqualified => Some(say::may_be_corrected()),
        RuleVerdict::Banned => Some(say::all_removed()),
    }
}

/// Why a player cannot be tested now; this is not the player's fault.
#[derive(Clone, PartialEq, Debug)]
pub struct Untried(pub Message);

impl Localize for Untried {
    fn message(&self) -> Message {
        self.0.clone()
    }
}

certamen_i18n::error!(Untried);

/// Compiles and runs a player: does it compile, does it answer, is it fast enough, does it reach
/// the minimum result. What is wrong is returned as findings of the rules `DoesNotCompile`,
/// `FailsAtRunTime`, `TooSlow` and `BelowMinimum`.
///
/// It is called for accepted submissions only, so the text is known to comply with the rules.
pub trait EntryTest {
    /// Tests the player with this source text. If it cannot be tested, the file stays where it is
    /// and is decided on again later.
    fn findings(
        &mut self,
        decision: &IntakeDecision,
        source: &str,
    ) -> Result<Vec<SourceFinding>, Untried>;
}

/// No test: every file that complies with the rules enters.
impl EntryTest for () {
    fn findings(&mut self, _: &IntakeDecision, _: &str) -> Result<Vec<SourceFinding>, Untried> {
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_runner::submission::RuleVerdict;
    use jiff::civil::date;

    const FILE: &str = "14023140318Ab.cl";
    const SOURCE: &str = "; AbCd123456\n; Campeon\n\n(defun mi-f-ev (estado) 0)\n";
    const TODAY: Date = date(2014, 3, 18);

    fn decide(stored: &[Stored], name: &str, content: &[u8], today: Date) -> IntakeDecision {
        let register =
            b"group,pair,key,language\n2314,2,AbCd123456,es\n2314,3,ZzYy123456,\n2314,4,,\n";
        let roster = TeamRoster::read(register).expect("a register");
        let rules = SourceRules { max_source: 10_000, ..SourceRules::default() };
        let (form, language) = (SourceForm::Functions, Language::En);
        let course = Course { register: &roster, rules: &rules, form, stored, language };
        receive(&course, name, content, today)
    }

    #[track_caller]
    fn check(name: &str, content: &[u8], today: Date, rule: Rule) {
        let decision = decide(&[], name, content, today);
        let rules: Vec<Rule> = decision.findings.iter().map(|finding| finding.rule).collect();
        assert_eq!(rules, [rule], "{decision:?}");
        assert!(!decision.is_stored());
    }

    fn stored(name: &str, standing: StoredOutcome) -> Stored {
        Stored { name: name.parse().expect("a name"), standing }
    }

    #[test]
    fn the_announcements_example_is_accepted() {
        let decision = decide(&[], FILE, SOURCE.as_bytes(), TODAY);
        assert_eq!(decision.verdict(), RuleVerdict::Accepted);
        assert_eq!(decision.listed_as().as_deref(), Some("Campeon"));
        let report = decision.report(decision.language);
        let said = "El envío del fichero 14023140318Ab.cl ha sido almacenado en IA/torneo\n";
        assert!(report.starts_with(said), "{report}");
        let plain = decide(&[], FILE, b"; AbCd123456\n(defun mi-f-ev (estado) 0)", TODAY);
        assert_eq!(plain.listed_as().as_deref(), Some("14023"));
    }

    #[test]
    fn a_package_has_its_alias_in_lisp_and_no_key_line() {
        let roster = TeamRoster::read(b"group,pair,key\n2314,2,AbCd123456\n").expect("a register");
        let (rules, form) = (SourceRules::default(), SourceForm::Package);
        let language = Language::En;
        let course = Course { register: &roster, rules: &rules, form, stored: &[], language };
        let source = b"(defpackage :a (:use :cl :mancala)) (in-package a)
            (defvar *alias* '|Aita na|) (defun heuristica (estado) (get-pts 0))";
        let decision = receive(&course, FILE, source, TODAY);
        assert_eq!(decision.verdict(), RuleVerdict::Accepted, "{decision:?}");
        assert_eq!(decision.listed_as().as_deref(), Some("Aita na"));
        let other = receive(&course, FILE, SOURCE.as_bytes(), TODAY);
        assert_eq!(other.verdict(), RuleVerdict::Disqualified, "{other:?}");
        let stolen = receive(&course, "14023140318Xx.cl", source, TODAY);
        assert_eq!(stolen.verdict(), RuleVerdict::Discarded, "the name must know the key still");
    }

    #[test]
    fn what_is_not_in_order_is_discarded() {
        let source = SOURCE.as_bytes();
        check("mi-jugador.cl", source, TODAY, Rule::NameForm);
        check("14024140318Ab.cl", source, TODAY, Rule::NamePlayer);
        check("14023140231Ab.cl", source, TODAY, Rule::NameDate);
        check("14023140317Ab.cl", source, TODAY, Rule::NotToday);
        check(FILE, source, date(2014, 3, 19), Rule::NotToday);
        check(FILE, source, date(1914, 3, 18), Rule::NotToday);
        check("15023140318Ab.cl", source, TODAY, Rule::UnknownTeam);
        check("14043140318Ab.cl", source, TODAY, Rule::UnknownTeam);
        check("14023140318ab.cl", source, TODAY, Rule::NameKey);
        check("14033140318Ab.cl", source, TODAY, Rule::NameKey);
        check(FILE, b"; AbCd123457\n(defun mi-f-ev (estado) 0)", TODAY, Rule::KeyLine);
        check(FILE, b"; AbCd123456\n; Campe\xf3n\n", TODAY, Rule::AliasLine);
        check(FILE, &[b';'; 10_001], TODAY, Rule::TooLarge);
    }

    #[test]
    fn a_stored_name_is_refused_whatever_became_of_it() {
        for standing in
            [StoredOutcome::Active, StoredOutcome::Replaced, StoredOutcome::Disqualified]
        {
            let decision = decide(&[stored(FILE, standing)], FILE, b"anything", TODAY);
            assert_eq!(decision.verdict(), RuleVerdict::Refused);
            let report = decision.report(Language::Es);
            assert!(report.contains("Ese fichero ya existe"), "{report}");
        }
    }

    #[test]
    fn the_same_number_replaces_and_others_stay() {
        let before = [
            stored("14023140315Ab.cl", StoredOutcome::Replaced),
            stored("14023140316Ab.cl", StoredOutcome::Disqualified),
            stored("14022140317Ab.cl", StoredOutcome::Active),
            stored("14033140317Zz.cl", StoredOutcome::Active),
        ];
        let decision = decide(&before, FILE, SOURCE.as_bytes(), TODAY);
        let replaced = decision.replaces.map(|name| name.to_string());
        assert_eq!(replaced.as_deref(), Some("14023140316Ab.cl"));
        let first = decide(&before, "14021140318Ab.cl", SOURCE.as_bytes(), TODAY);
        assert_eq!((first.verdict(), first.replaces), (RuleVerdict::Accepted, None));
    }

    #[test]
    fn a_banned_team_submits_nothing_more() {
        let before = [stored("14021140301Ab.cl", StoredOutcome::Banned)];
        let decision = decide(&before, FILE, SOURCE.as_bytes(), TODAY);
        assert_eq!(decision.verdict(), RuleVerdict::Refused);
        assert_eq!(decision.findings[0].rule, Rule::BannedTeam);
        let other = b"; ZzYy123456\n(defun mi-f-ev (estado) 0)";
        let other = decide(&before, "14033140318Zz.cl", other, TODAY);
        assert_eq!(other.verdict(), RuleVerdict::Accepted);
    }

    #[test]
    fn what_the_trial_finds_decides_too() {
        let slow = SourceFinding::new(Rule::TooSlow).with_detail("61 %");
        let decision = decide(&[], FILE, SOURCE.as_bytes(), TODAY).tried([slow]);
        assert_eq!(decision.verdict(), RuleVerdict::Disqualified);
        assert!(decision.is_stored());
        let report = decision.report(Language::Es);
        assert!(report.contains("descalificado\nes demasiado lento: 61 %\n"), "{report}");
    }
}
