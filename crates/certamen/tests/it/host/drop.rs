//! Files that are copied to the folder while a contest is hosted, in real time.

use super::{file, held};
use jiff::{Zoned, tz::TimeZone};
use std::{fs, thread::sleep, time::Duration};

const COURSE: &str = r#"
name = "Curso"
game = "mancala8"
bots = ["builtin:regular", "builtin:bueno"]
[format]
kind = "ladder"
[ranking]
kind = "win-share"
[sandbox]
minimum_tier = "D"
[entries]
closes = "never"
[timetable]
starts = "2015-03-13T12:00[UTC]"
[course]
"#;

#[test]
fn a_file_is_taken_in_by_a_host_at_work() {
    let site = held(COURSE);
    site.write("c/pairs.csv", "group,pair,key\n2314,2,AbCd123456\n");
    let mut host = site.start(&["host", "c"]);
    let today = Zoned::now().with_time_zone(TimeZone::UTC).strftime("%y%m%d").to_string();
    let name = format!("14023{today}Ab");
    let source = "; AbCd123456\n; Campeon\n(defun mi-f-ev (estado) (get-fichas (estado-tablero estado) 0 6))\n";
    // As with an upload: under another name until it is complete.
    let part = site.write(&format!("c/submissions/.{name}.cl.part"), source);
    let done = site.path().join(format!("c/submissions/{name}.cl"));
    fs::rename(part, done).unwrap();
    site.write("c/submissions/nota.txt", "hola");
    let accepted = site.path().join(format!("c/accepted/{name}.cl"));
    let rejected = site.path().join("c/rejected/0001-nota_txt.cl");
    let both = || accepted.is_file() && rejected.is_file();
    let came = (0..1_200).any(|_| {
        sleep(Duration::from_millis(50));
        both()
    });
    host.kill().unwrap();
    host.wait().unwrap();
    assert!(came, "{:?}", fs::read_dir(site.path().join("c/submissions")).unwrap().count());
    assert_eq!(fs::read_to_string(accepted).unwrap(), source);
    let report = file(&site, &format!("accepted/{name}.txt"));
    assert!(report.contains(&format!("{name}.cl has been stored in IA/torneo")), "{report}");
    assert_eq!(fs::read_dir(site.path().join("c/submissions")).unwrap().count(), 0);
}
