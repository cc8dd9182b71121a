//! Compiles the zygote and the canary into blobs that the sandbox embeds.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, exit},
};

fn main() {
    for file in
        ["zygote/main.rs", "zygote/canary.rs", "zygote/kernel.rs", "zygote/wire.rs", "build.rs"]
    {
        println!("cargo::rerun-if-changed={file}");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let target = |key: &str| env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    let possible = target("ARCH") == "x86_64" && target("OS") == "linux";
    for (name, source) in [("zygote", "zygote/main.rs"), ("canary", "zygote/canary.rs")] {
        if possible {
            compile(name, source, &out.join(name));
        } else {
            // Elsewhere there is no sandbox but the one that says so.
            fs::write(out.join(name), []).expect("the output folder can be written");
        }
    }
}

fn compile(name: &str, source: &str, out: &Path) {
    let status = Command::new(env::var_os("RUSTC").expect("cargo sets it"))
        .args(["--edition=2024", "--crate-type=bin", "--crate-name", name])
        .args(["-Copt-level=2", "-Cpanic=abort", "-Crelocation-model=static", "-Cstrip=symbols"])
        .args(["-Coverflow-checks=off", "-Ccodegen-units=1", "-Ctarget-cpu=x86-64"])
        .args(["-Clink-arg=-nostartfiles", "-Clink-arg=-nostdlib", "-Clink-arg=-static"])
        .args(["-Clink-arg=-Wl,--build-id=none,-z,noexecstack"])
        .arg("-o")
        .arg(out)
        .arg(source)
        .env_remove("RUSTFLAGS")
        .status();
    match status {
        Ok(status) if status.success() => {}
        other => {
            println!("cargo::error=the {name} does not compile: {other:?}");
            exit(1);
        }
    }
}
