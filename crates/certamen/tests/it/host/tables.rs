//! What is published, when, and how it reads.

use super::{HELD, file, held, published, refused, replay};
use crate::site::Site;
use rusqlite::Connection;

/// The numbers of matches at which standings were stored for readers, and their numbers of rows.
fn kept_tables(site: &Site) -> Vec<(i64, i64)> {
    let store = Connection::open(site.path().join("c/.certamen/store.sqlite")).unwrap();
    let kept =
        "SELECT matches, (SELECT count(*) FROM placing WHERE snapshot = number) FROM snapshot";
    let mut kept = store.prepare(kept).unwrap();
    let kept = kept.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    kept.map(Result::unwrap).collect()
}

#[test]
fn tables_are_published_by_the_timetable_and_the_final_ends_it() {
    let site = held(HELD);
    let said = replay(&site, None);
    let names = published(&site, ".json");
    // Every two hours for two days; one of the times is that of the first championship.
    assert_eq!(names.len(), 24);
    assert_eq!(names[0], "0001-2015-03-13T14-00+0100-provisional");
    assert_eq!(names[11], "0012-2015-03-14T12-00+0100-championship");
    assert_eq!(names[23], "0024-2015-03-15T12-00+0100-final");
    let provisional = file(&site, &format!("published/{}.txt", names[0]));
    let head: Vec<&str> = provisional.lines().take(5).collect();
    assert_eq!(
        head,
        [
            "Torneo",
            "",
            "Clasificación provisional: 2015-03-13 14:00 CET",
            "Tiempo por jugada: 1000 ms",
            "Próxima clasificación: 2015-03-13 16:00 CET (Clasificación provisional)",
        ]
    );
    // All against all with both starts; it equals the standings in `championships/`.
    let expected = "\
Torneo

Clasificación final, todos contra todos: 2015-03-15 12:00 CET
Tiempo por jugada: 1000 ms

 %Ganadas  Ganadas  Perdidas  Empatadas  Nombre
    81.25        6         1          1  last
    75.00        5         1          2  fuerte
    37.50        3         5          0  bueno
    31.25        2         5          1  regular
    25.00        2         6          0  first
";
    assert_eq!(said, expected);
    assert_eq!(file(&site, "published/current.txt"), expected);
    let own = "c/championships/2015-03-15T12-00+0100-final";
    let table = site.succeed(&["standings", own, "--format", "csv"]);
    assert!(table.contains("\n1,last,builtin,8,6,1,1,81.25,0,3,4\n"), "{table}");
    site.succeed(&["verify", &format!("{own}#1"), &format!("{own}#20")]);
    let table: serde_json::Value =
        serde_json::from_str(&file(&site, &format!("published/{}.json", names[0]))).unwrap();
    crate::printed::check("publication", &table.to_string());
    // Readers see the ranks of every time at which matches had been played.
    let kept = kept_tables(&site);
    assert!(kept.len() > 3 && kept.is_sorted(), "{kept:?}");
    assert!(kept.iter().all(|(_, places)| *places == 5), "{kept:?}");
    // When it is hosted again, nothing more is played or published.
    assert_eq!(replay(&site, None), expected);
    assert_eq!(published(&site, ".json"), names);
}

#[test]
fn the_last_table_reads_in_all_languages_and_formats() {
    let site = held(HELD);
    replay(&site, Some("2015-03-14T12:30[Europe/Madrid]"));
    let standings =
        |format, lang| site.succeed(&["standings", "c", "--format", format, "--lang", lang]);
    let heads = [
        ("en", "%Won,Won,Lost,Drawn,Name"),
        ("es", "%Ganadas,Ganadas,Perdidas,Empatadas,Nombre"),
        ("fr", "%Gagnées,Gagnées,Perdues,Nulles,Nom"),
        ("it", "%Vinte,Vinte,Perse,Pareggiate,Nome"),
    ];
    for (lang, head) in heads {
        let csv = standings("csv", lang);
        assert_eq!(csv.lines().next(), Some(head));
        assert_eq!(csv.lines().nth(1), Some("81.25,6,1,1,last"));
    }
    let markdown = standings("markdown", "es");
    assert!(markdown.starts_with("# Torneo\n\nCampeonato todos contra todos: "), "{markdown}");
    assert!(markdown.contains("Próxima clasificación: 2015-03-14 14:00 CET"), "{markdown}");
    assert!(markdown.contains("|    81.25 |       6 |        1 |         1 | last    |"));
    let json = standings("json", "es");
    let first = r#"{"rank":1,"bot":"last","language":"builtin","played":8,"won":6,"drawn":1,"lost":1,"score":81.25,"faults":0}"#;
    assert_eq!(json.lines().next(), Some(first));
    assert_eq!(json.lines().count(), 5);
}

#[test]
fn a_changed_percentage_holds_from_then_on_and_voids_nothing() {
    let limited = |percent: &str| {
        let limits = format!("[limits]\nmove_time = \"{percent} of builtin:bueno:depth=5\"\n");
        HELD.replace("[sandbox]", &format!("{limits}[sandbox]"))
    };
    let site = held(&limited("1000%"));
    replay(&site, Some("2015-03-13T15:00[Europe/Madrid]"));
    site.write("c/contest.toml", limited("100%"));
    replay(&site, Some("2015-03-13T17:00[Europe/Madrid]"));
    let table = |number: usize| -> serde_json::Value {
        let name = &published(&site, ".json")[number];
        serde_json::from_str(&file(&site, &format!("published/{name}.json"))).unwrap()
    };
    let (before, after) = (table(0), table(1));
    let shares = [&before, &after].map(|table| table["conditions"]["move_time"].clone());
    assert_eq!(shares, ["1000% of builtin:bueno:depth=5", "100% of builtin:bueno:depth=5"]);
    let [long, short] = [&before, &after].map(|table| table["conditions"]["move_ms"].as_u64());
    assert!(long > short, "{long:?} and {short:?}");
    let played = |table: &serde_json::Value| -> u64 {
        table["table"].as_array().unwrap().iter().map(|row| row["played"].as_u64().unwrap()).sum()
    };
    // Three waves of two matches each, summed over the four rows; twice that the second time.
    assert_eq!([played(&before), played(&after)], [12, 24]);
}

#[test]
fn what_is_published_of_a_share_is_reported_in_words_and_names_no_folder() {
    let share = "1000% of ../reference/bueno.cl:depth=3";
    let limits = format!("[limits]\nmove_time = \"{share}\"\n[sandbox]");
    let site = held(&HELD.replace("[sandbox]", &limits));
    let path = crate::site::repository("contests/mancala8-course/reference/bueno.cl");
    site.write("reference/bueno.cl", std::fs::read(path).unwrap());
    replay(&site, Some("2015-03-13T15:00[Europe/Madrid]"));
    let all = std::fs::read_dir(site.path().join("c/published")).unwrap();
    for entry in all.map(|entry| entry.unwrap().path()) {
        let text = std::fs::read_to_string(&entry).unwrap();
        assert!(!text.contains("../") && !text.contains("reference"), "{entry:?}: {text}");
    }
    let table = file(&site, "published/current.txt");
    assert!(table.contains("1000 % del tiempo de bueno a profundidad 3"), "{table}");
}

#[test]
fn run_holds_contests_with_a_timetable_and_host_no_others() {
    let site =
        held(&HELD.replace("closes = \"2015-03-15T12:00[Europe/Madrid]\"", "closes = \"never\""));
    let until = "2015-03-13T11:00[Europe/Madrid]";
    // That time is long past: nothing is left to do.
    assert_eq!(site.succeed(&["run", "c", "--until", until]), "");
    let site = Site::new();
    site.write("c/contest.toml", crate::site::mancala(2));
    let said = refused(&site, &["host", "c"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("section [timetable] is missing"), "{said:?}");
    let said = refused(&site, &["host", "c", "--until", "soon"]);
    assert!(said.err.contains("`soon` is not a time"), "{said:?}");
    // A contest without a schedule is run until the time.
    site.succeed(&["run", "c", "--until", "2015-03-13T11:00[Europe/Madrid]"]);
}
