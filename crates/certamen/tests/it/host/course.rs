//! A small tournament of a course: submissions, replacement, disqualification, correction, ban,
//! publication, final, marks.

use super::{file, published, replay};
use crate::site::{Site, repository};
use jiff::Zoned;
use std::{
    fs::{self, File},
    time::SystemTime,
};

/// Three days; bots must not lose to Regular.
const COURSE: &str = r#"
name = "Torneo"
game = "mancala8"
bots = ["builtin:regular", "builtin:bueno", "fuerte=builtin:bueno:depth=4", "builtin:first", "builtin:last"]
[format]
kind = "ladder"
[ranking]
kind = "references-beaten"
references = ["regular", "bueno", "fuerte", "first", "last"]
[programs]
disqualify_on = ["exit", "crash", "memory", "output", "security"]
[sandbox]
minimum_tier = "D"
[search]
depth = 2
[entries]
closes = "2015-03-15T12:00[Europe/Madrid]"
[timetable]
starts = "2015-03-13T12:00[Europe/Madrid]"
publish_every = "4 hours"
championship_every = "24 hours"
waves = 3
[course]
minimum = { against = "regular", result = "draw" }
"#;

/// The sample course of the repository.
pub(super) fn sample(path: &str) -> String {
    fs::read_to_string(repository(&format!("contests/mancala8-course/{path}"))).unwrap()
}

pub(super) fn course() -> Site {
    let site = Site::new();
    site.write("c/contest.toml", COURSE);
    site.write("c/pairs.csv", sample("pairs.csv"));
    site
}

/// Submits a file at a time in March 2015.
fn send(site: &Site, name: &str, time: &str, source: impl AsRef<[u8]>) {
    let path = site.write(&format!("c/submissions/{name}"), source);
    let at: Zoned = format!("2015-03-{time}[Europe/Madrid]").parse().unwrap();
    let file = File::options().write(true).open(path).unwrap();
    file.set_modified(SystemTime::from(at.timestamp())).unwrap();
}

/// Submits a file of the sample course.
pub(super) fn send_sample(site: &Site, name: &str, time: &str) {
    send(site, name, time, sample(&format!("submissions/{name}")));
}

/// The lines of published standings that start with a rank, and those below them.
fn table(site: &Site, name: &str) -> Vec<String> {
    let text = file(site, &format!("published/{name}.csv"));
    text.lines().skip(1).map(str::to_owned).collect()
}

/// The names in published standings, best first, and those below them.
fn names(site: &Site, name: &str) -> Vec<String> {
    table(site, name)
        .iter()
        .map(|line| line.splitn(5, ',').nth(4).unwrap().trim_matches('"').to_owned())
        .collect()
}

/// The latest publication.
fn last(site: &Site) -> String {
    published(site, ".csv").pop().unwrap()
}

/// A bot's number of matches in the standings.
fn games(site: &Site, name: &str) -> u32 {
    let line =
        table(site, &last(site)).into_iter().find(|line| line.ends_with(&format!(",{name}")));
    line.unwrap().split(',').skip(1).take(3).map(|count| count.parse::<u32>().unwrap()).sum()
}

/// The greatest number of matches of any bot in the standings.
fn most_games(site: &Site) -> u32 {
    let counts = table(site, &last(site)).into_iter().filter_map(|line| {
        line.split(',').skip(1).take(3).map(|count| count.parse::<u32>().ok()).sum::<Option<u32>>()
    });
    counts.max().unwrap()
}

#[test]
fn a_small_tournament_from_the_first_submission_to_the_marks_takes_long() {
    let site = course();
    send_sample(&site, "14011150313In.cl", "13T12:40");
    send_sample(&site, "14021150313Ab.cl", "13T12:50");
    send_sample(&site, "15011150313Fi.cl", "13T13:00");
    send_sample(&site, "14031150313In.cl", "13T13:10");
    send(&site, "jugador.cl", "13T13:20", "(defun mi-f-ev (estado) 0)");
    replay(&site, Some("2015-03-13T17:00[Europe/Madrid]"));
    assert_eq!(last(&site), "0001-2015-03-13T16-00+0100-provisional");
    let first = names(&site, &last(&site));
    assert_eq!(first.len(), 5 + 3 + 1, "{first:?}");
    assert_eq!(first[8], "Hormiga (descalificado: no se permite la asignación)");
    let report = file(&site, "rejected/14031150313In.txt");
    assert!(report.contains("línea 8, columna 7: (setq total"), "{report}");

    // The same name again is rejected, whatever the content; the first submission remains.
    send(&site, "14021150313Ab.cl", "13T18:00", "; AbCd123456\n(defun mi-f-ev (estado) 1)\n");
    replay(&site, Some("2015-03-13T21:00[Europe/Madrid]"));
    let refused = file(&site, "rejected/0001-14021150313Ab.txt");
    assert!(refused.contains("Ese fichero ya existe"), "{refused}");
    assert_eq!(file(&site, "accepted/14021150313Ab.cl"), sample("submissions/14021150313Ab.cl"));
    let before = games(&site, "14021");

    // A corrected and a replacing submission: new bots have no points.
    send_sample(&site, "14031150314In.cl", "14T09:00");
    send(&site, "14021150314Ab.cl", "14T09:30", sample("submissions/14021150315Ab.cl"));
    replay(&site, Some("2015-03-14T13:00[Europe/Madrid]"));
    assert_eq!(last(&site), "0006-2015-03-14T12-00+0100-championship");
    assert!(names(&site, &last(&site)).contains(&"Hormiga".to_owned()));
    assert_eq!(games(&site, "14021"), 2 * 8, "all against all, both starts");
    replay(&site, Some("2015-03-14T17:00[Europe/Madrid]"));
    let (now, most) = (games(&site, "14021"), most_games(&site));
    assert!(now <= before && now < most, "{now}, {before} before, {most} of others");

    // A bot that tampers with the game causes a ban of all bots of its team.
    send(&site, "15012150314Fi.cl", "14T17:30", sample("submissions/15012150315Fi.cl"));
    // Equal aliases are allowed.
    send(&site, "14023150314Ab.cl", "14T18:30", sample("submissions/14023150313Ab.cl"));
    let said = replay(&site, None);
    let after = names(&site, "0008-2015-03-14T20-00+0100-provisional");
    let meddled =
        "proscrito: no se pueden modificar el estado, el tablero ni el marcador del juego";
    let partner = "proscrito: otro jugador de la pareja fue expulsado";
    assert!(after.contains(&format!("Torre ({partner})")), "{after:?}");
    assert!(after.contains(&format!("Tramposo ({meddled})")), "{after:?}");
    // The second one gets a number.
    assert!(["Campeon", "Campeon (2)"].iter().all(|name| after.iter().any(|other| other == name)));
    assert_eq!(table(&site, "0012-2015-03-15T12-00+0100-final"), FINAL, "{said}");
    assert_eq!(file(&site, "marks.csv"), MARKS);
    // Publications do not show their teams or their source code.
    for name in published(&site, ".json") {
        let text = file(&site, &format!("published/{name}.json"));
        assert!(!text.contains("14011") && !text.contains("setq"), "{text}");
    }
}

/// All against all, twice: nine bots, sixteen matches each.
const FINAL: [&str; 11] = [
    "90.63,14,1,1,last",
    "71.88,11,4,1,Campeon",
    "71.88,11,4,1,14021",
    "68.75,11,5,0,Campeon (2)",
    "56.25,8,6,2,fuerte",
    "43.75,7,9,0,Hormiga",
    "18.75,3,13,0,bueno",
    "15.63,2,13,1,regular",
    "12.50,2,14,0,first",
    ",,,,Torre (proscrito: otro jugador de la pareja fue expulsado)",
    ",,,,\"Tramposo (proscrito: no se pueden modificar el estado, el tablero ni el marcador del juego)\"",
];

/// The best bots of the first two teams share a rank below one reference and above four, among the
/// first five; that of the third team is sixth, above three.
const MARKS: &str = "\
grupo,pareja,nombres,jugadores,mejor,puesto,indicadores,nota
2314,01,Ejemplo Uno y Ejemplo Dos,14011,14011,2,4,5
2314,02,Ejemplo Tres y Ejemplo Cuatro,14021 14023,14021,2,4,5
2314,03,Ejemplo Cinco y Ejemplo Seis,14031,14031,6,3,3
2314,04,Ejemplo Siete y Ejemplo Ocho,,,,,0
2315,01,Ejemplo Nueve y Ejemplo Diez,,,,,0
2315,02,Ejemplo Once y Ejemplo Doce,,,,,0
2315,03,Ejemplo Trece y Ejemplo Catorce,,,,,0
";

#[test]
fn after_the_end_nothing_is_taken_in() {
    let site = course();
    site.write("c/contest.toml", COURSE.replace("4 hours", "24 hours"));
    send_sample(&site, "14021150313Ab.cl", "13T12:50");
    send(&site, "14021150315Ab.cl", "15T12:01", sample("submissions/14021150315Ab.cl"));
    replay(&site, None);
    assert!(site.path().join("c/submissions/14021150315Ab.cl").is_file());
    assert!(
        file(&site, "marks.csv").contains("\n2314,02,Ejemplo Tres y Ejemplo Cuatro,14021,14021,")
    );
}

#[test]
fn the_sample_course_is_played_through_by_one_command_takes_long() {
    let site = Site::new();
    let from = repository("contests/mancala8-course");
    for path in glob::glob(&format!("{from}/**/*")).unwrap().map(Result::unwrap) {
        let name = path.strip_prefix(&from).unwrap().display().to_string();
        // Not what a contest that was held in that folder left there.
        if path.is_file() && !name.starts_with('.') {
            site.write(&format!("c/{name}"), fs::read(&path).unwrap());
        }
    }
    // Championships decide; fewer tables between them are enough.
    let (given, less) = (file(&site, "contest.toml"), ("\"2 hours\"", "waves = 4"));
    assert!(given.contains(less.0) && given.contains(less.1), "{given}");
    site.write(
        "c/contest.toml",
        given.replace(less.0, "\"12 hours\"").replace(less.1, "waves = 1"),
    );
    let said = site.run(&["host", "c", "--replay", "--lang", "es"]);
    assert_eq!(said.code, 0, "{said:?}");
    let verdict = |name: &str| {
        let reported = |line: &str| Some(line.split_once(&format!(" {name}.cl: "))?.1.to_owned());
        said.err.lines().find_map(reported).unwrap_or_default()
    };
    let expected = [
        ("14011150313In", "aceptado"),
        ("14021150313Ab", "aceptado"),
        ("14021150315Ab", "aceptado"),
        ("14031150314In", "aceptado"),
        ("14031150313In", "descalificado: no se permite la asignación"),
        ("14041150313In", "descalificado: es demasiado lento"),
        ("14042150314In", "descalificado: no alcanza el resultado mínimo"),
        ("15013150314Fi", "descalificado: lo que empieza aquí"),
        ("15021150314Fi", "descalificado: falla al ejecutarse"),
        ("15022150314Fi", "descalificado: no se permite evaluar durante la lectura"),
        (
            "15023150314Fi",
            "descalificado: hay demasiadas funciones; permitidas tras la de evaluación: 9",
        ),
        ("14012150314In", "descalificado: no se pueden redefinir"),
        ("15012150315Fi", "proscrito: no se pueden modificar"),
        ("14013150314In", "descartado: un comentario en la segunda línea es el alias"),
        ("14022150314Ab", "descartado: la primera línea"),
        ("14032150314xx", "descartado: el nombre del fichero debe acabar"),
        ("14033150310In", "descartado: la fecha"),
        ("99011150314In", "descartado: no hay ninguna pareja"),
        ("jugador-final", "descartado: el fichero debe llamarse"),
    ];
    for (name, words) in expected {
        assert!(verdict(name).starts_with(words), "{name}: {}", verdict(name));
    }
    let marks = file(&site, "marks.csv");
    assert_eq!(marks.lines().count(), 1 + 7, "one line for each registered pair: {marks}");
    let table: serde_json::Value =
        serde_json::from_str(&file(&site, "published/current.json")).unwrap();
    let rank = |name: &str| {
        let rows = table["table"].as_array().unwrap();
        rows.iter().find(|row| row["name"] == name).unwrap()["rank"].as_u64().unwrap()
    };
    let ranks = ["regular", "bueno", "bronce", "plata", "oro"].map(rank);
    assert!(ranks.is_sorted_by(|weaker, stronger| weaker > stronger), "{ranks:?}");
    for pair in ["2314,04,Ejemplo Siete y Ejemplo Ocho", "2315,03,Ejemplo Trece y Ejemplo Catorce"]
    {
        assert!(marks.contains(&format!("\n{pair},,,,,0\n")), "{marks}");
    }
}
