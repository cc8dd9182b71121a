//! Root plays and an unprivileged user serves the site: two processes, of which the one that
//! answers the network has no root privileges.

use super::{HostSide, announce, bind, user::UnprivilegedUser};
use crate::{Result, exit::ExitStatus, say::serving as say};
use certamen_contest::Folder;
use certamen_host::{StopSignal, messages};
use certamen_i18n::{Context, UserError};
use certamen_portal::{Portal, SiteAction, SiteFile, SiteRequest};
use certamen_web::{Contests, Slug};
use std::{
    fs,
    os::{
        fd::OwnedFd,
        unix::{net::UnixStream, process::CommandExt},
    },
    path,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

const OWN_PROGRAM: &str = "/proc/self/exe";
const EXIT_TIMEOUT: Duration = Duration::from_secs(12);

pub(super) fn serve(host: &HostSide<'_>, file: &SiteFile) -> Result<ExitStatus> {
    let HostSide { contests, arguments, hosting } = host;
    let (language, stop) = (hosting.language, hosting.stop);
    let user = UnprivilegedUser::find(arguments.user.as_deref())?;
    if file.peers.enabled {
        // The user cannot create it in a folder that is not its own.
        drop(Portal::create(&arguments.folder)?);
    }
    user.give_ownership(&arguments.folder, contests).context(&arguments.folder)?;
    let server = bind(arguments, file)?;
    let (ours, theirs) = UnixStream::pair().context("serve")?;
    let listener = server.listener().context("serve")?;
    let mut site = start(host, &user, SiteStreams { host: theirs, listener })?;
    let mut requests = messages(ours.try_clone().context("serve")?);
    if !matches!(requests.next(), Some(SiteRequest { action: SiteAction::Ready, .. })) {
        // The site has already printed the reason.
        let _ = site.wait();
        return Ok(ExitStatus::Failed);
    }
    announce(&server, file, language)?;
    drop(server);
    let newcomer = |slug: &str, folder: &Folder| {
        let found = Slug::read(slug).map(|slug| (slug, folder.clone())).into_iter().collect();
        let new = Contests { found, ..Contests::default() };
        if let Err(error) = user.give_ownership(&arguments.folder, &new) {
            tracing::error!(contest = %slug, %error, "a new contest is not the site's");
        }
    };
    let site_ended = AtomicBool::new(false);
    host.run(&newcomer, || {
        host.serve_site(&ours, requests);
        site_ended.store(!stop.is_set(), Ordering::SeqCst);
        stop.set();
    });
    // A new signal: the other one was set long ago. Whether it had to be killed does not matter.
    let _ = StopSignal::default().exit_of(&mut site, EXIT_TIMEOUT);
    if site_ended.into_inner() {
        return Err(UserError::new(say::site_ended(&user.name)));
    }
    Ok(ExitStatus::Interrupted)
}

/// What the site's process inherits.
struct SiteStreams {
    /// The connection to the host, which is its standard input.
    host: UnixStream,
    /// Its listening socket, which is its standard output.
    listener: OwnedFd,
}

fn start(host: &HostSide<'_>, user: &UnprivilegedUser, streams: SiteStreams) -> Result<Child> {
    let arguments = host.arguments;
    let absolute = fs::canonicalize(&arguments.folder).context(&arguments.folder)?;
    let log = arguments.request_log().map(|path| path::absolute(path).context(path));
    let mut site = Command::new(OWN_PROGRAM);
    site.args(["serve", "--apart", "--lang", host.hosting.language.code()]);
    site.args(["--jobs", &host.cores().clamp(1, 1024).to_string()]);
    // The site process opens the log: if root did, the user could have root write to any file.
    if let Some(log) = log.transpose()? {
        site.arg("--log").arg(log);
    }
    site.args(arguments.is_json_logged().then_some("--log=json"));
    site.args(arguments.no_play.then_some("--no-play")).arg("--").arg(absolute);
    site.stdin(OwnedFd::from(streams.host)).stdout(streams.listener).stderr(Stdio::inherit());
    // This also drops root's supplementary groups.
    site.uid(user.uid).gid(user.gid);
    site.spawn().context("serve")
}
