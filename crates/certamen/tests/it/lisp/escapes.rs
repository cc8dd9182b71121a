//! Ways in which Lisp code could escape, each tried by a bot: none works, and the opponent's next
//! match is not affected.

use super::{check_rival, contest};
use crate::site::Site;
use std::fs;

/// A bot that tries `way`, reports it unless it ends in an error, and plays on.
fn player(way: &str) -> String {
    // Passed as text, so that the code is not visible at compile time.
    let quoted = way.replace('\\', "\\\\").replace('"', "\\\"");
    format!(
        "(defun mi-f-ev (e)
           (when (handler-case (eval (read-from-string \"{quoted}\")) (error () nil))
             (format t \"ESCAPED~%\"))
           (- (get-pts (estado-lado-sgte-jugador e)) 18))"
    )
}

/// Possible escapes; each returns something other than NIL only if it worked.
fn ways(outside: &str) -> Vec<(&'static str, String)> {
    let alien = |call: &str, types: &str| {
        format!("(sb-alien:alien-funcall (sb-alien:extern-alien \"{call}\" {types})")
    };
    let int = "(function sb-alien:int sb-alien:int)";
    let ints = "(function sb-alien:int sb-alien:int sb-alien:int sb-alien:int)";
    vec![
        ("nowhere", "(sb-unix:unix-getpid)".to_owned()),
        ("program", "(sb-ext:run-program \"/bin/true\" nil)".to_owned()),
        ("write-own", "(open \"/bot/x\" :direction :output)".to_owned()),
        ("write-core", "(open \"/core/bin/course\" :direction :io :if-exists :append)".to_owned()),
        ("write-root", "(open \"/x\" :direction :output :if-does-not-exist :create)".to_owned()),
        ("write-tmp", "(open \"/tmp/x\" :direction :output)".to_owned()),
        ("outside", format!("(with-open-file (s \"{outside}\") (read-line s))")),
        ("passwords", "(open \"/etc/shadow\")".to_owned()),
        ("init", "(open \"/proc/1/mem\" :element-type '(unsigned-byte 8))".to_owned()),
        ("keeper", "(open \"/proc/2/mem\" :element-type '(unsigned-byte 8))".to_owned()),
        ("fork", format!("(<= 0 {}))", alien("fork", "(function sb-alien:int)"))),
        ("kill-all", format!("(= 0 {} 1 9 0))", alien("kill", ints))),
        (
            "socket",
            format!("(= 0 {} {} 2 1 0) 0 16))", alien("connect", ints), alien("socket", ints)),
        ),
        ("root", format!("(= 0 {} 0))", alien("setuid", int))),
        (
            "posix",
            "(progn (require :sb-posix)
            (funcall (intern \"MKDIR\" \"SB-POSIX\") \"/out/x\" 511))"
                .to_owned(),
        ),
        ("thread", "(sb-thread:make-thread (lambda () 1))".to_owned()),
    ]
}

#[test]
fn no_way_leads_out() {
    let site = Site::new();
    let outside = site.write("secret", "secret");
    fs::set_permissions(&outside, std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
    let ways: Vec<(&str, String)> = ways(outside.to_str().unwrap())
        .into_iter()
        .map(|(name, way)| (name, player(&way)))
        .collect();
    let players: Vec<(&str, &str)> = ways.iter().map(|(name, way)| (*name, &**way)).collect();
    let matches = contest(&site, &players, &[]);
    check_rival(&matches);
    let mut open = 0;
    for it in &matches {
        for seat in ["0", "1"] {
            let said = site.run(&["show", &format!("c#{}", it.number), "--stderr", seat]).out;
            let escaped = said.contains("ESCAPED");
            let may = it.seats.contains(&"nowhere".to_owned());
            assert!(!escaped || may, "{it:?}: {said:?}");
            open += u32::from(escaped);
        }
    }
    assert_eq!(open, 2, "what needs no way out is told in both of its matches");
}

/// Bots that end themselves, or what they depend on, do not affect others.
#[test]
fn a_program_that_harms_itself_harms_no_other() {
    let site = Site::new();
    let players = [
        ("leaves", "(sb-ext:exit :code 0)", "exit"),
        ("aborts", "(sb-ext:exit :code 9 :abort t)", "exit"),
        ("debugs", "(invoke-debugger (make-condition 'error))", "exit"),
        ("orderly", "(sb-ext:exit :code 42 :abort t)", "output"),
        (
            "kills",
            "(sb-alien:alien-funcall (sb-alien:extern-alien \"raise\"
               (function sb-alien:int sb-alien:int)) 9)",
            "crash",
        ),
        (
            "forges",
            "(loop for fd from 3 to 20 do (ignore-errors (write-line \"v 9 x 9\"
               (sb-sys:make-fd-stream fd :output t :buffering :none))))",
            "output",
        ),
        ("redefines", "(defun mancala8:get-pts (i) (+ i 20))", "security"),
        ("scores", "(setf (aref mancala8::*marcador* 0 0) 36)", "security"),
        ("rules", "(setf (fdefinition 'mancala8::siembra) #'list)", "security"),
    ];
    let sources: Vec<(&str, String)> = players
        .iter()
        .map(|(name, way, _)| {
            let quoted = way.replace('"', "\\\"");
            let body = format!("(eval (read-from-string \"{quoted}\"))");
            (*name, format!("(defun mi-f-ev (e) {body} (if e 1 0))"))
        })
        .collect();
    let sources: Vec<(&str, &str)> = sources.iter().map(|(name, way)| (*name, &**way)).collect();
    let matches = contest(&site, &sources, &[]);
    check_rival(&matches);
    for (name, _, fault) in players {
        let own = matches.iter().filter(|it| it.seats.iter().any(|seat| seat == name));
        for it in own {
            let seat = u64::from(it.seats[1] == name);
            assert_eq!(it.fault, Some((seat, fault.to_owned())), "{name}");
        }
    }
}
