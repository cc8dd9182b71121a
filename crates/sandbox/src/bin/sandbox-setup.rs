//! The setup alone, for users of sandboxes without the command: the tests of this crate.

fn main() -> std::process::ExitCode {
    certamen_sandbox::init();
    eprintln!("sandbox-setup builds sandboxes for others; it has no use of its own");
    std::process::ExitCode::from(2)
}
