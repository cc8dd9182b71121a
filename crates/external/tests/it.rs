//! Games in real processes: one that is right, and one for each way of being wrong.

use certamen_external::{CheckOptions, LIMITS, OpenError, check, close, open, open_bundle};
use certamen_game::arbiter::{Answer, Arbiter};
use certamen_game::conformance::check_match;
use certamen_game::{
    Audience, Budget, DynGame, Failure, Fault, Given, Language, Map, MatchRecord, OptionsError,
    RulesFaultKind, RulesSource, Seat, Table, View, Void, replay,
};
use certamen_sandbox::{Sandbox, Unisolated};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn sandbox() -> Arc<dyn Sandbox> {
    Arc::new(Unisolated::new())
}

const MINORIA: &str = include_str!("../../../games/minoria/minoria_class.py");
const FAULTY: &str = include_str!("games/faulty.py");
const MANIFEST: &str = r#"
game = { slug = "faulty", scoring = "points" }
program = { language = "python", source = ["faulty.py"] }
limits = { request = "30 s" }
"#;

/// Opens a game in one file.
fn bare(name: &str, text: &str) -> Result<&'static dyn DynGame, OpenError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    Ok(open(&sandbox(), &path, None)?.game)
}

fn in_folder(folder: &Path, manifest: &str, text: &str) -> &'static dyn DynGame {
    fs::write(folder.join("game.toml"), manifest).unwrap();
    fs::write(folder.join("faulty.py"), text).unwrap();
    open(&sandbox(), folder, None).unwrap_or_else(|error| panic!("{error}")).game
}

/// The game with `fault` in its response to requests of this type.
fn faulty(kind: &str, fault: &str) -> &'static dyn DynGame {
    let folder = tempfile::tempdir().unwrap();
    let text = FAULTY.replace("KIND", kind).replace("pass  # FAULT", fault);
    // Only programs that never answer are waited for to the end.
    let limit = if fault.contains("sleep") { "500 ms" } else { "30 s" };
    in_folder(folder.path(), &MANIFEST.replace("30 s", limit), &text)
}

fn answers(arbiter: &Arbiter, text: &str) -> Vec<Answer> {
    let zero = Duration::ZERO;
    let answer = |seat| Answer {
        seat,
        given: Ok(Given::Text(text.to_owned())),
        charged: zero,
        pondered: zero,
        asleep: zero,
    };
    arbiter.to_act().iter().map(answer).collect()
}

/// The fault that ends the first turn of a match, in which `a` is replied.
fn fault_of(game: &dyn DynGame) -> certamen_game::RulesFault {
    let mut arbiter = Arbiter::start(game, Table::new(game)).unwrap();
    let answers = answers(&arbiter, "a");
    let void = arbiter.answer(answers).unwrap_err();
    assert!(arbiter.turns().is_empty(), "nothing of a turn is recorded that the rules failed in");
    match void {
        Void::Rules(fault) => *fault,
        other => panic!("not a fault of the rules: {other:?}"),
    }
}

#[test]
fn minoria_in_python_passes_the_contract_of_games() {
    let game = bare("minoria.py", MINORIA).unwrap();
    let info = game.info();
    assert_eq!((info.slug, info.seats), ("minoria", 2..=20));
    assert_eq!(game.rules_source().rules_library.as_deref(), Some("python-1"));
    let options = Map::from_iter([("rounds".to_owned(), json!(4))]);
    for seats in [2, 3, 7] {
        check_match(game, options.clone(), seats, seats.into(), 10).unwrap();
    }
}

#[test]
fn minoria_in_python_is_minoria_in_rust() {
    let game = bare("minoria.py", MINORIA).unwrap();
    let built_in = certamen_games::find("minoria").unwrap();
    let options = Map::from_iter([("rounds".to_owned(), json!(6))]);
    for seed in 0..5 {
        let record = check_match(game, options.clone(), 5, seed, 10).unwrap();
        let table = Table { rules_source: RulesSource::default(), ..record.table.clone() };
        let same = MatchRecord { table, ..record.clone() };
        let mut seen = Vec::new();
        let look = |arbiter: &Arbiter, seen: &mut Vec<String>| {
            seen.extend(arbiter.to_act().iter().map(|seat| arbiter.state().observation(seat)));
        };
        let end = replay::replay(built_in, &same, &mut |arbiter| look(arbiter, &mut seen)).unwrap();
        assert_eq!(end.outcome().unwrap().scores, record.outcome.clone().unwrap().scores);
        let mut other = Vec::new();
        replay::replay(game, &record, &mut |arbiter| look(arbiter, &mut other)).unwrap();
        assert_eq!(seen, other);
    }
}

#[test]
fn a_record_replays_with_the_same_rules_only() {
    let game = bare("minoria.py", MINORIA).unwrap();
    let record = check_match(game, Map::new(), 3, 1, 10).unwrap();
    let again = bare("minoria.py", MINORIA).unwrap();
    assert_eq!(game.rules_source(), again.rules_source());
    replay::replay(again, &record, &mut |_| {}).unwrap();
    let edited = bare("minoria.py", &MINORIA.replace("len(counts) > 1 and ", "")).unwrap();
    let why = replay::replay(edited, &record, &mut |_| {}).err().unwrap().to_string();
    for rules in [game.rules_source(), edited.rules_source()] {
        assert!(why.contains(&rules.rules_digest.unwrap()), "{why}");
    }
    let built_in = certamen_games::find("minoria").unwrap();
    assert!(replay::replay(built_in, &record, &mut |_| {}).is_err());
}

#[test]
fn a_letter_of_a_string_is_legal_and_nothing_else_is() {
    let game = bare("minoria.py", MINORIA).unwrap();
    let arbiter = Arbiter::start(game, Table::new(game)).unwrap();
    for reply in ["A", " B ", "C\r"] {
        assert!(arbiter.state().read(Seat(0), reply).is_ok(), "{reply:?}");
    }
    for reply in ["AB", "", " ", "a", "D", "ABC", "\u{0}"] {
        let why = arbiter.state().read(Seat(0), reply).unwrap_err();
        assert!(why.to_string().contains("A, B, C"), "{reply:?}: {why}");
    }
}

#[test]
fn an_illegal_reply_is_the_player_s_fault_and_the_match_goes_to_the_others() {
    let game = bare("minoria.py", MINORIA).unwrap();
    let mut arbiter = Arbiter::start(game, Table::new(game).unnamed(3)).unwrap();
    let mut given = answers(&arbiter, "A");
    given[1].given = Ok(Given::Text("b".to_owned()));
    arbiter.answer(given).unwrap();
    let outcome = arbiter.outcome().unwrap();
    assert_eq!(outcome.seats, [Seat(1)]);
    assert!(outcome.scores[1] < outcome.scores[0], "{:?}", outcome.scores);
    let moves = &arbiter.turns()[0].moves;
    assert_eq!((moves[0].action.as_deref(), moves[1].reply.as_deref()), (Some("A"), Some("b")));
    let record = arbiter.into_record();
    replay::replay(game, &record, &mut |_| {}).unwrap();
}

/// The reason lists actions, and may be longer than a message.
#[test]
fn an_illegal_reply_is_the_player_s_fault_where_names_of_actions_are_long() {
    let long = "[c * 200 for c in 'ABCDEFGH']";
    let rules = include_str!("../../../games/minoria/minoria.py").replace("\"ABC\"", long);
    assert!(rules.contains(long));
    let game = bare("minoria.py", &rules).unwrap();
    let mut arbiter = Arbiter::start(game, Table::new(game).unnamed(2)).unwrap();
    let mut given = answers(&arbiter, &"A".repeat(200));
    given[1].given = Ok(Given::Text("é".repeat(1_000)));
    arbiter.answer(given).unwrap();
    assert_eq!(arbiter.outcome().unwrap().seats, [Seat(1)]);
    replay::replay(game, &arbiter.into_record(), &mut |_| {}).unwrap();
}

#[test]
fn options_are_checked_before_the_program_is_asked() {
    let game = bare("minoria.py", MINORIA).unwrap();
    for (key, value) in [("rounds", json!(0)), ("rounds", json!("4")), ("turns", json!(4))] {
        let options = Map::from_iter([(key.to_owned(), value)]);
        let error = Arbiter::start(game, Table::new(game).options(options)).err().unwrap();
        assert_eq!(error.key(), Some(key));
    }
}

#[test]
fn the_game_that_faults_are_put_into_has_none() {
    let game = faulty("never", "pass");
    check_match(game, Map::new(), 2, 1, 10).unwrap();
}

#[test]
fn accidents_of_a_process_are_faults_when_a_second_one_has_them_too() {
    let cases = [
        ("time.sleep(60)", RulesFaultKind::Timeout),
        (
            "sys.stdout.write('{\"id\":'); sys.stdout.flush(); time.sleep(60)",
            RulesFaultKind::Timeout,
        ),
        ("send('{}')", RulesFaultKind::Syntax),
        ("response['x'] = 'x' * (2 << 20)", RulesFaultKind::Syntax),
        ("response['x'] = 'x' * (9 << 20)", RulesFaultKind::Syntax),
        ("send('[' * 1000000); continue", RulesFaultKind::Syntax),
        ("response['x'] = float('nan')", RulesFaultKind::Syntax),
        ("response['id'] += 1", RulesFaultKind::Syntax),
        (
            "sys.stdout.buffer.write(b'{\"id\":\"\\xff\"}\\n'); sys.stdout.flush(); continue",
            RulesFaultKind::Syntax,
        ),
        ("os._exit(3)", RulesFaultKind::Exit),
        ("os.kill(os.getpid(), signal.SIGKILL)", RulesFaultKind::Exit),
        ("raise KeyError('rounds')", RulesFaultKind::Exit),
    ];
    for (fault, kind) in cases {
        assert_eq!(fault_of(faulty("turn", fault)).kind, kind, "{fault}");
    }
}

#[test]
fn wrong_contents_are_named_by_their_fields() {
    let long = "response['position']['state'] = 'x' * (300 << 10)";
    let cases = [
        ("response['holds'] = 1", "holds"),
        ("response['position']['on'] = 1", "position.on"),
        ("response['actions'] = ['a', 'b']", "actions"),
        ("response['actions'] = ['a\\n']", "actions[0]"),
        ("response['position'].update(to_act=[1, 1], observations=['', ''])", "position.to_act[1]"),
        ("response['position']['to_act'] = [7]", "position.to_act[0]"),
        ("response['position']['outcome'] = {'scores': [0, 0]}", "position.outcome"),
        (
            "response['position'].update(to_act=[], observations=[], outcome={'scores': [1]})",
            "position.outcome.scores",
        ),
        ("response['position']['observations'] = [7]", "position.observations[0]"),
        (long, "position.state"),
        ("del response['position']", "actions"),
    ];
    for (fault, field) in cases {
        let found = fault_of(faulty("turn", fault));
        assert_eq!(found.kind, RulesFaultKind::Value, "{fault}: {found}");
        let named = found.field.clone().unwrap_or_default();
        assert_eq!(named, field, "{fault}: {found}");
    }
    let infinite = "send(json.dumps(response).replace('\"observations\": [\"1\"]', '\"observations\": [1e999]')); continue";
    assert_eq!(fault_of(faulty("turn", infinite)).kind, RulesFaultKind::Value);
}

#[test]
fn an_error_of_the_rules_has_file_and_line() {
    let text = MINORIA
        .replace("        award(state[\"points\"], actions)\n", "        state[\"nothing\"]\n");
    let game = bare("minoria.py", &text).unwrap();
    let mut arbiter = Arbiter::start(game, Table::new(game)).unwrap();
    let given = answers(&arbiter, "A");
    let Err(Void::Rules(fault)) = arbiter.answer(given) else { panic!("it fails") };
    assert_eq!((fault.kind, fault.request, fault.turn), (RulesFaultKind::Error, "turn", Some(1)));
    assert!(fault.at.as_deref().unwrap().starts_with("minoria.py:"), "{fault}");
    assert!(fault.to_string().contains("KeyError: 'nothing'"), "{fault}");
    assert!(fault.sent.contains("\"replies\":[\"A\",\"A\"]"), "{}", fault.sent);
}

#[test]
fn a_process_that_dies_once_is_replaced_and_the_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let marker = folder.path().join("died");
    let died = format!(
        "if not os.path.exists({marker:?}):\n            open({marker:?}, 'w').close()\n            os._exit(3)"
    );
    for kind in ["start", "turn", "position", "sample", "forfeit"] {
        let text = FAULTY.replace("KIND", kind).replace("pass  # FAULT", &died);
        let game = in_folder(folder.path(), MANIFEST, &text);
        check_match(game, Map::new(), 2, 1, 10).unwrap();
        assert!(marker.exists(), "{kind}");
        fs::remove_file(&marker).unwrap();
    }
}

#[test]
fn a_method_that_cannot_return_a_fault_stops_the_match() {
    for (kind, fault) in
        [("forfeit", "response['outcome']['scores'] = [1]"), ("fallback", "response['action'] = 7")]
    {
        let game = faulty(kind, fault);
        let mut arbiter = Arbiter::start(game, Table::new(game)).unwrap();
        let given = answers(&arbiter, "illegal");
        let void = arbiter.answer(given).unwrap_err();
        let found = void.rules_fault().unwrap_or_else(|| panic!("{kind}: {void}"));
        assert_eq!((found.kind, found.request), (RulesFaultKind::Value, kind));
        assert_eq!(arbiter.outcome(), None, "no result comes from rules that failed");
    }
    let game = faulty("position", "response['position']['display'] = {'text': 7}");
    let arbiter = Arbiter::start(game, Table::new(game)).unwrap();
    let shown = arbiter.state().render(Audience::Spectators, Language::En);
    assert!(shown.contains("rules-value") && shown.contains("position.display.text"), "{shown}");
}

#[test]
fn a_text_is_shown_without_empty_lines_around_it() {
    let game =
        faulty("position", "response['position']['display'] = {'text': '\\n\\na\\n\\nb\\n\\n'}");
    let arbiter = Arbiter::start(game, Table::new(game)).unwrap();
    assert_eq!(arbiter.state().render(Audience::Spectators, Language::En), "a\n\nb\n");
}

#[test]
fn two_cells_with_one_key_are_no_picture() {
    let grid = "response['position']['display'] = {'grid': {'rows': ['xx'], 'key': 'piece'}}";
    let game = faulty("position", grid);
    let arbiter = Arbiter::start(game, Table::new(game)).unwrap();
    assert_eq!(arbiter.state().picture(Audience::Spectators, None, Language::En), None);
    let failure = arbiter.state().failure().unwrap();
    assert_eq!(failure.rules_fault().unwrap().field.as_deref(), Some("position.display.grid"));
}

#[test]
fn what_cannot_be_a_game_is_refused_before_anything_is_built() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |text: &str| {
        fs::write(folder.path().join("game.toml"), text).unwrap();
        open(&sandbox(), folder.path(), None).err().expect(text).to_string()
    };
    let game = "game = { slug = \"x\" }\n";
    let cases = [
        (format!("{game}program = {{ language = \"python\", source = [\"no.py\"] }}"), "no.py"),
        (format!("{game}program = {{ language = \"python\", source = [\"../x.py\"] }}"), "../x.py"),
        (format!("{game}program = {{ language = \"klingon\", source = [\"x.py\"] }}"), "klingon"),
        (format!("{game}program = {{ source = [\"x.py\"] }}"), "language"),
        (format!("{game}program = {{ language = \"python\", source = [] }}"), "source"),
        (
            format!(
                "{game}program = {{ language = \"python\", source = [\"x.py\"], requires = [\"/no/x\"] }}"
            ),
            "/no/x",
        ),
    ];
    for (text, words) in cases {
        let why = refused(&text);
        assert!(why.contains(words) && why.contains("game.toml"), "{text}: {why}");
    }
    // What is not installed is refused with the key that names it, too.
    fs::write(folder.path().join("x.py"), MINORIA).unwrap();
    for key in ["build", "run"] {
        let program = "language = \"python\", source = [\"x.py\"]";
        let why = refused(&format!("{game}program = {{ {program}, {key} = [\"no-such-tool\"] }}"));
        let place = format!("program.{key}");
        for words in ["game.toml", "line 2", &place, "no-such-tool"] {
            assert!(why.contains(words), "{words}: {why}");
        }
    }
    assert!(bare("x.unknown", "").is_err());
    assert!(matches!(bare("x.py", "print('hello')\n").err(), Some(OpenError::Rules(_))));
    let wrong = MINORIA.replace("(2, 20)", "(20, 2)");
    assert!(matches!(bare("minoria.py", &wrong).err(), Some(OpenError::Manifest(_))));
}

/// The codes that `check-game` reports for a game in one file, warnings in brackets.
fn codes(name: &str, text: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    let options = CheckOptions { options: Map::new(), seats: None, time: Duration::from_secs(4) };
    let report = check(&sandbox(), &path, None, &options).unwrap_or_else(|error| panic!("{error}"));
    let code = |finding: &certamen_external::Finding| {
        if finding.is_warning { format!("({})", finding.code) } else { finding.code.to_owned() }
    };
    report.findings.iter().map(code).collect()
}

#[test]
fn new_games_of_every_language_pass_at_once() {
    for language in certamen_external::starter_languages() {
        let (name, text) = certamen_external::starter(language, "mine").unwrap();
        let found = codes(&name, &text);
        assert!(found.iter().all(|code| code.starts_with('(')), "{language}: {found:?}");
    }
}

#[test]
fn a_game_that_draws_by_itself_is_found_when_a_match_is_asked_again() {
    let game = bare("minoria.py", MINORIA).unwrap();
    let record = check_match(game, Map::new(), 3, 1, 10).unwrap();
    game.check_again(&record).unwrap();
    let text = MINORIA.replace("state['round'] + 1} {", "__import__('os').getpid()} {");
    let game = bare("minoria.py", &text).unwrap();
    let table = Table::new(game).unnamed(3);
    let mut arbiter = Arbiter::start(game, table).unwrap();
    while arbiter.outcome().is_none() {
        let given = answers(&arbiter, "A");
        arbiter.answer(given).unwrap();
    }
    let void = game.check_again(&arbiter.into_record()).unwrap_err();
    let fault = void.rules_fault().unwrap();
    assert_eq!(fault.kind, RulesFaultKind::Unstable);
    assert_eq!(fault.field.as_deref(), Some("position.observations"));
}

/// A match of `game` in which each seat plays its first legal action.
fn played(game: &'static dyn DynGame) -> Result<MatchRecord, Void> {
    let mut arbiter = Arbiter::start(game, Table::new(game)).map_err(OptionsError::into_void)?;
    while arbiter.outcome().is_none() {
        let given = answers(&arbiter, "a");
        arbiter.answer(given)?;
    }
    Ok(arbiter.into_record())
}

#[test]
fn a_process_may_be_killed_at_every_request() {
    let folder = tempfile::tempdir().unwrap();
    let counter = folder.path().join("asked");
    let due = played(faulty("never", "pass")).unwrap();
    let mut killed = 0;
    for at in 0.. {
        fs::write(&counter, "0").unwrap();
        let dies = format!(
            "asked = int(open({counter:?}).read())\n        \
             open({counter:?}, 'w').write(str(asked + 1))\n        \
             if asked == {at}:\n            os.kill(os.getpid(), signal.SIGKILL)"
        );
        let text = FAULTY.replace("request[\"type\"] == \"KIND\"", "True");
        let game = in_folder(folder.path(), MANIFEST, &text.replace("pass  # FAULT", &dies));
        let record = played(game).unwrap_or_else(|void| panic!("at request {at}: {void}"));
        assert_eq!(
            (record.turns, record.outcome),
            (due.turns.clone(), due.outcome.clone()),
            "{at}"
        );
        let asked: u64 = fs::read_to_string(&counter).unwrap().parse().unwrap();
        if asked <= at {
            break;
        }
        killed += 1;
    }
    assert!(killed > 4, "a start and four turns");
    assert!(certamen_external::retried().iter().any(|(count, _)| *count == 1));
}

#[test]
fn a_reply_longer_than_any_action_never_reaches_the_rules() {
    // It would take whatever it is sent.
    let any = "if request.get('replies', [None])[0] and 'position' not in response: os._exit(3)";
    let game = faulty("turn", any);
    for length in [LIMITS.action + 1, 4 << 20] {
        let mut arbiter = Arbiter::start(game, Table::new(game)).unwrap();
        let reply = "x".repeat(length);
        let why = arbiter.state().read(Seat(0), &reply).unwrap_err();
        assert!(why.to_string().contains(&length.to_string()), "{why}");
        let given = answers(&arbiter, &reply);
        arbiter.answer(given).unwrap();
        let entry = &arbiter.turns()[0].moves[0];
        assert_eq!((entry.action.as_ref(), entry.fault), (None, Some(Fault::Illegal)));
        let record = arbiter.into_record();
        replay::replay(game, &record, &mut |_| {}).unwrap();
    }
}

#[test]
fn built_in_players_lose_no_match_by_rules_that_reject_their_own_list() {
    let lists = "response['position']['legal'] = LISTED";
    for (listed, field) in [("[['never']]", "actions[0]"), ("[None]", "position.legal")] {
        let game = faulty("position", &lists.replace("LISTED", listed));
        for name in ["first", "last"] {
            let mut player = game.builtin_player(name, &BTreeMap::default()).unwrap();
            let mut arbiter = Arbiter::start(game, Table::new(game)).unwrap();
            let budget = Budget { cpu: Duration::MAX, wall: Duration::MAX };
            let (table, state, turns) = (arbiter.table(), arbiter.state(), arbiter.turns());
            let view = View { table, state, seat: Seat(0), turns };
            let void = match player.act(&view, budget) {
                Ok(reply) => {
                    let zero = Duration::ZERO;
                    let given = Ok(reply.given);
                    let seat = Seat(0);
                    let answer =
                        Answer { seat, given, charged: zero, pondered: zero, asleep: zero };
                    arbiter.answer(vec![answer]).unwrap_err()
                }
                Err(Failure::Void(void)) => void,
                Err(other) => panic!("{other:?}"),
            };
            let fault = void.rules_fault().unwrap_or_else(|| panic!("{void}"));
            assert_eq!((fault.kind, fault.field.as_deref()), (RulesFaultKind::Value, Some(field)));
        }
    }
}

#[test]
fn an_answer_is_not_judged_by_rules_that_failed() {
    let game = faulty("turn", "os._exit(3)");
    let arbiter = Arbiter::start(game, Table::new(game)).unwrap();
    let answer = answers(&arbiter, "a").remove(0);
    assert!(arbiter.judged(answer).unwrap_err().rules_fault().is_some());
}

#[test]
fn files_that_are_no_plain_files_of_the_folder_are_refused() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("x.py"), MINORIA).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    symlink(outside.path(), at("linked")).unwrap();
    symlink(outside.path().join("x.py"), at("link.py")).unwrap();
    fs::create_dir(at("folder.py")).unwrap();
    let fifo = Command::new("mkfifo").arg(at("fifo.py")).status().unwrap();
    assert!(fifo.success());
    fs::write(at("certamen_game.py"), "").unwrap();
    fs::write(at("x.py"), MINORIA).unwrap();
    let cases = [
        ("linked/x.py", "inside"),
        ("link.py", "inside"),
        ("../x.py", "inside"),
        ("folder.py", "not a file"),
        ("fifo.py", "not a file"),
        ("certamen_game.py", "library"),
    ];
    for (name, words) in cases {
        for list in ["source", "data"] {
            let lists = match list {
                "source" => format!("source = [\"x.py\", {name:?}]"),
                _ => format!("source = [\"x.py\"], data = [{name:?}]"),
            };
            let text = format!(
                "game = {{ slug = \"x\" }}\nprogram = {{ language = \"python\", {lists} }}\n"
            );
            fs::write(at("game.toml"), text).unwrap();
            let why = open(&sandbox(), folder.path(), None).err().expect(name).to_string();
            assert!(
                why.contains(words) && why.contains(list) && why.contains(name),
                "{name}: {why}"
            );
        }
    }
    assert!(open(&sandbox(), &at("certamen_game.py"), None).is_err());
}

#[test]
fn what_a_game_requires_must_be_a_folder_of_programs() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.py"), MINORIA).unwrap();
    for required in ["/etc/passwd", "/root", "/opt/../etc/passwd", "/usr/no-such", "relative"] {
        let text = format!(
            "game = {{ slug = \"x\" }}\n\
             program = {{ language = \"python\", source = [\"x.py\"], requires = [{required:?}] }}\n"
        );
        fs::write(folder.path().join("game.toml"), text).unwrap();
        let why = open(&sandbox(), folder.path(), None).err().expect(required).to_string();
        assert!(why.contains("requires") && why.contains(required), "{why}");
    }
}

#[test]
fn a_check_of_a_slow_game_keeps_to_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("minoria.py");
    let slow = |method: &str| {
        let head = MINORIA.lines().find(|line| line.contains(method)).unwrap();
        MINORIA.replace(head, &format!("{head}\n        __import__('time').sleep(0.2)"))
    };
    for method in ["def start(", "def observe(", "def legal("] {
        fs::write(&path, slow(method)).unwrap();
        let time = Duration::from_millis(200);
        let started = Instant::now();
        let options = CheckOptions { options: Map::new(), seats: None, time };
        check(&sandbox(), &path, None, &options).unwrap();
        let took = started.elapsed();
        assert!(took < Duration::from_secs(20), "{method} {took:?}");
    }
}

#[test]
fn a_failure_of_the_machine_is_no_finding() {
    // Its files are gone, so no other process of it can be started.
    let gone = "import shutil; shutil.rmtree(os.path.dirname(os.path.abspath(__file__)))";
    let ends = format!("{gone}; os._exit(3)");
    let at_first = format!("if not globals().get('gone'):\n            gone = True; {gone}");
    for (kind, fault) in [("start", &ends), ("turn", &ends), ("sample", &ends), ("turn", &at_first)]
    {
        let folder = tempfile::tempdir().unwrap();
        let text = FAULTY.replace("KIND", kind).replace("pass  # FAULT", fault);
        fs::write(folder.path().join("game.toml"), MANIFEST).unwrap();
        fs::write(folder.path().join("faulty.py"), text).unwrap();
        let time = Duration::from_millis(500);
        let options = CheckOptions { options: Map::new(), seats: None, time };
        match check(&sandbox(), folder.path(), None, &options) {
            Err(OpenError::Rules(Void::Sandbox(_))) => {}
            Err(other) => panic!("{kind}: {other}"),
            Ok(report) => panic!("{kind}: {:?}", report.findings),
        }
    }
}

#[test]
fn a_check_with_options_or_seats_that_the_game_has_not_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("minoria.py");
    fs::write(&path, MINORIA).unwrap();
    let rounds = |value| Map::from_iter([("rounds".to_owned(), value)]);
    let other = Map::from_iter([("turns".to_owned(), json!(1))]);
    let cases = [(rounds(json!(0)), None), (other, None), (Map::new(), Some(21))];
    for (options, seats) in cases {
        let options = CheckOptions { options, seats, time: Duration::from_secs(1) };
        let refused = check(&sandbox(), &path, None, &options).err();
        assert!(matches!(refused, Some(OpenError::Options(_))), "{options:?}");
    }
}

#[test]
fn a_record_is_replayed_by_batches() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let answers_batch = |altered: &str| {
        format!(
            r#"def batch(request):
    open({log:?}, 'a').write(str(len(request["requests"])) + "\n")
    responses, state = [], None
    for each in request["requests"]:
        response = answer({{"state": state, **each}})
        responses.append(response)
        if "position" not in response:
            break
        state = response["position"]["state"]
    {altered}
    return {{"responses": responses}}


for line in sys.stdin:"#
        )
    };
    let game = |altered: &str| {
        let text = FAULTY.replace("for line in sys.stdin:", &answers_batch(altered)).replace(
            "**answer(request)}",
            "**(batch if request[\"type\"] == \"batch\" else answer)(request)}",
        );
        in_folder(folder.path(), MANIFEST, &text)
    };
    let game_in_batches = game("pass");
    let record = played(game_in_batches).unwrap();
    replay::replay(game_in_batches, &record, &mut |_| {}).unwrap();
    assert_eq!(fs::read_to_string(&log).unwrap(), "4\n", "four turns at once");
    // What a batch gets wrong is asked again by itself.
    let wrong = [
        "return {}",
        "return {'responses': 7}",
        "responses[1] = {'error': {'message': 'x'}}",
        "responses[2]['position']['to_act'] = [7]",
        "responses = responses[:1]",
        "time.sleep(1000) if False else os._exit(3)",
    ];
    for altered in wrong {
        let game = game(altered);
        let record = played(game).unwrap();
        let end = replay::replay(game, &record, &mut |_| {})
            .unwrap_or_else(|why| panic!("{altered}: {why}"));
        assert_eq!(end.outcome(), record.outcome.as_ref(), "{altered}");
    }
}

#[test]
fn no_more_processes_are_asked_at_a_time_than_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let notes = format!("open({log:?}, 'a').write(str(os.getpid()) + '\\n')");
    let text = FAULTY.replace("KIND", "turn").replace("pass  # FAULT", &notes);
    let game = in_folder(folder.path(), MANIFEST, &text);
    game.limit_processes(std::num::NonZeroU16::MIN);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| played(game).unwrap());
        }
    });
    let asked = fs::read_to_string(&log).unwrap();
    let processes: BTreeSet<&str> = asked.lines().collect();
    assert_eq!(processes.len(), 1, "{asked}");
}

#[test]
fn a_bundle_is_the_same_game_on_another_machine() {
    let folder = tempfile::tempdir().unwrap();
    let reads =
        FAULTY.replace("import json,", "award = int(open('data/n.txt').read())\nimport json,");
    let scores = reads.replace("\"scores\": [1, 2]", "\"scores\": [1, award]");
    fs::create_dir(folder.path().join("data")).unwrap();
    fs::write(folder.path().join("data/n.txt"), "7").unwrap();
    let manifest = MANIFEST.replace("[\"faulty.py\"]", "[\"faulty.py\"], data = [\"data/n.txt\"]");
    let with_data = in_folder(folder.path(), &manifest, &scores);
    let in_a_file = bare("minoria.py", MINORIA).unwrap();
    for game in [with_data, in_a_file] {
        let bytes = game.rules_bundle().unwrap();
        let other = open_bundle(&sandbox(), &bytes).unwrap();
        assert_eq!(other.rules_source(), game.rules_source());
        assert_eq!(other.rules_bundle().unwrap(), bytes, "it can be sent on");
        let record = check_match(game, Map::new(), 2, 1, 10).unwrap();
        replay::replay(other, &record, &mut |_| {}).unwrap();
    }
    // Closed, it is not asked any more.
    let edited = bare("minoria.py", &format!("{MINORIA}\n# closed\n")).unwrap();
    close(&edited.rules_source().rules_digest.unwrap());
    assert!(Arbiter::start(edited, Table::new(edited)).is_err());
    Arbiter::start(in_a_file, Table::new(in_a_file)).unwrap();
}

#[test]
fn a_hostile_bundle_writes_nothing_outside_and_is_refused() {
    let outside = tempfile::tempdir().unwrap();
    let target = outside.path().join("x.py");
    let above = format!("../{}/x.py", outside.path().file_name().unwrap().display());
    let game =
        "game = { slug = \"x\" }\nprogram = { language = \"python\", source = [\"x.py\"] }\n";
    let file = |path: &str| json!([path, "eA=="]);
    let many: Vec<_> = (0..1_001).map(|place| file(&format!("{place}.py"))).collect();
    let bundle =
        |manifest, files| json!({"v": 1, "manifest": manifest, "variant": null, "files": files});
    let cases = [
        json!([]),
        json!({"v": 2, "manifest": null, "variant": null, "files": [file("x.py")]}),
        bundle(json!(null), json!([])),
        bundle(json!(null), json!([file("x.py"), file("y.py")])),
        bundle(json!(null), json!([["x.py", "no base 64"]])),
        bundle(json!(game), json!([file(&above)])),
        bundle(json!(game), json!([file(target.to_str().unwrap())])),
        bundle(json!(game), json!([file("")])),
        bundle(json!(game), json!(many)),
        bundle(json!(game), json!([file("y.py")])),
        bundle(json!("game = 1"), json!([file("x.py")])),
    ];
    for case in cases {
        let text = case.to_string();
        assert!(open_bundle(&sandbox(), text.as_bytes()).is_err(), "{text:.200}");
    }
    assert!(!target.exists());
}
