//! Compiles the zygote into a blob that the sandbox embeds.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, exit},
};

fn main() {
    for file in ["zygote/main.rs", "zygote/kernel.rs", "build.rs"] {
        println!("cargo::rerun-if-changed={file}");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("zygote");
    let target = |key: &str| env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    if target("ARCH") != "x86_64" || target("OS") != "linux" {
        // Elsewhere there is no sandbox but the one that says so.
        fs::write(out, []).expect("the output folder can be written");
        return;
    }
    compile(&out);
}

fn compile(out: &Path) {
    let status = Command::new(env::var_os("RUSTC").expect("cargo sets it"))
        .args(["--edition=2024", "--crate-type=bin", "--crate-name=zygote"])
        .args(["-Copt-level=2", "-Cpanic=abort", "-Crelocation-model=static", "-Cstrip=symbols"])
        .args(["-Coverflow-checks=off", "-Ccodegen-units=1", "-Ctarget-cpu=x86-64"])
        .args(["-Clink-arg=-nostartfiles", "-Clink-arg=-nostdlib", "-Clink-arg=-static"])
        .args(["-Clink-arg=-Wl,--build-id=none,-z,noexecstack"])
        .arg("-o")
        .arg(out)
        .arg("zygote/main.rs")
        .env_remove("RUSTFLAGS")
        .status();
    match status {
        Ok(status) if status.success() => {}
        other => {
            println!("cargo::error=the zygote does not compile: {other:?}");
            exit(1);
        }
    }
}
