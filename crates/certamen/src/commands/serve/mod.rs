//! `certamen serve`: contests are played and shown in the browser, and taken part in.

mod people;

use crate::command_error::{CommandError, Context};
use crate::ending::Ending;
use crate::flags::numbers;
use crate::say::serving as say;
use certamen_bulletin::publication::draw;
use certamen_console::Interrupt;
use certamen_contest::Folder;
use certamen_game::Language;
use certamen_hall::{Publication, Runner, Sandboxes, Stop, jobs};
use certamen_portal::errand::Doing;
use certamen_sandbox::Launcher;
use certamen_web::{Contests, Server, Site, Slug};
use certamen_worker::{Floor, LongMatch, Onlooker};
use clap::Args;
use std::{
    io::{Write, stdout},
    net::SocketAddr,
    path::PathBuf,
    sync::Arc,
    thread,
    time::Duration,
};

/// How soon we hear that we are to stop where nothing else waits.
const PATIENCE: Duration = Duration::from_millis(50);

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    pub(crate) listen: SocketAddr,
    #[arg(short, long, value_parser = numbers::within::<u16>(1..=1024))]
    pub(crate) jobs: Option<u16>,
    #[arg(long)]
    pub(crate) tier: Option<certamen_sandbox::Tier>,
    #[arg(long, conflicts_with = "no_site")]
    pub(crate) no_play: bool,
    #[arg(long)]
    pub(crate) no_site: bool,
}

/// Plays and shows contests until it is interrupted.
pub(crate) fn serve(
    arguments: &ServeArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<Ending, CommandError> {
    if !arguments.folder.is_dir() {
        return Err(CommandError::new(say::no_contests_folder(&arguments.folder)));
    }
    let contests = Contests::find(&arguments.folder)?;
    for path in &contests.misnamed {
        eprintln!("{}", say::misnamed(path).get(language));
    }
    let stop = Interrupt::listen()?.stop();
    let mut languages = vec![language];
    languages.extend(Language::ALL.into_iter().filter(|other| *other != language));
    // Nothing is said to be served before what says how was read.
    let people = people::people(&arguments.folder, &contests)?;
    let shown = if arguments.no_site { None } else { Some(listen(arguments, language)?) };
    let site = Arc::new(Site::open(&contests, languages).with_people(people.clone()));
    let floor = (!arguments.no_play).then(|| Arc::new(Floor::start(cores(arguments))));
    thread::scope(|scope| {
        if let Some(floor) = &floor {
            for (slug, folder) in &contests.found {
                let hold =
                    Hold { site: &site, slug, floor, stop: &stop, arguments, launcher, language };
                scope.spawn(move || hold.run(folder));
            }
        }
        if let (Some(people), false) = (&people, arguments.no_play) {
            let sandboxes = Sandboxes::new(launcher, arguments.tier);
            let (contests, stop) = (&contests, &stop);
            scope.spawn(move || people::take_in(people, contests, &sandboxes, stop));
        }
        let served = if let Some(server) = shown {
            server.serve(&site, &|| stop.is_set())
        } else {
            while !stop.is_set() {
                thread::sleep(PATIENCE);
            }
            Ok(())
        };
        // Whatever ended it, the matches under way end with it.
        stop.set();
        served
    })?;
    Ok(Ending::Interrupted)
}

/// Listens, and says where.
fn listen(arguments: &ServeArgs, language: Language) -> Result<Server, CommandError> {
    let server = Server::bind(arguments.listen)?;
    let address = server.address().context(arguments.listen.to_string())?;
    writeln!(stdout(), "{}", say::listening(format!("http://{address}/")).get(language))?;
    if !address.ip().is_loopback() {
        eprintln!("{}", say::open_address(address.to_string()).get(language));
    }
    Ok(server)
}

/// As many as were asked for, else all cores but the first, which answers readers.
fn cores(arguments: &ServeArgs) -> usize {
    arguments.jobs.map_or_else(|| jobs(None).saturating_sub(1).max(1), usize::from)
}

/// What holding one of the contests needs.
#[derive(Clone, Copy)]
struct Hold<'a> {
    site: &'a Arc<Site>,
    slug: &'a Slug,
    floor: &'a Arc<Floor>,
    stop: &'a Stop,
    arguments: &'a ServeArgs,
    launcher: &'a Launcher,
    language: Language,
}

impl Hold<'_> {
    fn run(self, folder: &Folder) {
        let tell = |doing| {
            if let Some(line) = self.worth_telling(&doing) {
                eprintln!("{line}");
            }
            self.site.note(self.slug, doing);
        };
        let drawn = |publication: &Publication| draw(publication, self.language);
        let runner = Runner {
            folder: folder.clone(),
            floor: Arc::clone(self.floor),
            sandboxes: Sandboxes::new(self.launcher, self.arguments.tier),
            language: self.language,
            stop: self.stop,
            tell: &tell,
            onlooker: self.onlooker(),
            draw: &drawn,
        };
        runner.run();
    }

    /// Shows matches that take long while they are played.
    fn onlooker(self) -> Onlooker {
        let (site, slug) = (Arc::clone(self.site), self.slug.clone());
        Arc::new(move |event| match event {
            LongMatch::Goes(number, record) => site.show_match(&slug, *number, record),
            LongMatch::Ends(number) => site.end_match(&slug, *number),
        })
    }

    /// What hosts are told on their terminal.
    fn worth_telling(self, doing: &Doing) -> Option<String> {
        let slug = self.slug.as_str();
        let said = match doing {
            Doing::Finished => say::finished(slug),
            Doing::Elsewhere => say::elsewhere(slug),
            Doing::Failed { why, again } => say::failed(slug, why.clone(), again.as_secs()),
            Doing::Nothing | Doing::Opening | Doing::Playing(_) => return None,
        };
        Some(said.get(self.language))
    }
}
