//! The command `certamen`.

fn main() -> std::process::ExitCode {
    certamen::main()
}
