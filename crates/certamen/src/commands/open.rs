//! `certamen open`: waits for challengers and plays them directly, without a site between.

use super::{
    announce::{ListingEntry, is_unspecified},
    peer_match::{OwnSideArgs, Reporter, Workshop, stop_of},
    players::PlayerList,
};
use crate::{
    Result, commands,
    commands::play::{move_time, options},
    console::Interrupt,
    exit::ExitStatus,
    flags,
    say::peer as say,
};
use certamen_contest::MoveTime;
use certamen_game::{Language, escaped};
use certamen_i18n::{Context, usage};
use certamen_peer::{
    NextCall, Offer, OfferError, Opener, OpenerTerms, PeerLimits, Random, Target, listing::Entry,
    seal::PublicKey,
};
use certamen_sandbox::Launcher;
use clap::Args;
use jiff::Timestamp;
use serde_json::json;
use std::{
    io::{Write, stdout},
    path::PathBuf,
    time::{Duration, Instant},
};

#[derive(Args, Debug)]
pub(crate) struct OpenArgs {
    pub(crate) bot: String,
    #[arg(long)]
    pub(crate) game: String,
    #[arg(long, value_name = "ADDR", default_value = "[::]:7447")]
    pub(crate) listen: String,
    #[arg(long, default_value_t = 1, value_parser = flags::within::<u32>(1..=1_000_000))]
    pub(crate) games: u32,
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    #[arg(long, value_name = "TIME")]
    pub(crate) move_time: Option<MoveTime>,
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    pub(crate) only: Vec<PublicKey>,
    #[arg(long, value_name = "TIME")]
    pub(crate) until: Option<Timestamp>,
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) public: Option<String>,
    #[arg(long, value_name = "URL", conflicts_with = "list")]
    pub(crate) announce: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) list: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) own: OwnSideArgs,
}

/// Offers matches until all are played.
pub(crate) fn open(
    arguments: &OpenArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    let game = commands::find_game(&arguments.game)?;
    let list = PlayerList::given(arguments.announce.as_deref(), arguments.list.as_deref())?;
    let limits = PeerLimits::default();
    let given = options(&arguments.options)?;
    let time = move_time(arguments.move_time.as_ref(), 2, game, &given, language)?;
    let offer = Offer::new(game, given, time, &limits).map_err(|error| match error {
        error @ (OfferError::Options(_) | OfferError::MoveTime { .. }) => usage(error),
        OfferError::Scope(error) => error.into(),
    })?;
    let (until, alias) = (arguments.until.map(instant).transpose()?, arguments.own.alias()?);
    let key = arguments.own.read_key()?;
    let interrupt = Interrupt::listen()?;
    let stop = stop_of(&interrupt);
    let workshop =
        Workshop { arguments: &arguments.own, launcher, interrupt: &interrupt, language };
    let own = workshop.build(&arguments.bot, game)?;
    let offer = offer.by(&own.bot.name, own.digest(), arguments.games);
    let public = key.public_key();
    let only = arguments.only.clone();
    let random = Random::system();
    let entry = entry(arguments, &alias, &offer, &own.bot.language);
    let list_key = key.clone();
    let terms = OpenerTerms { key, alias, offer, only, until, limits, random };
    let opener =
        Opener::listen(&*arguments.listen, terms, &stop).context(arguments.listen.clone())?;
    let address = arguments.public.clone().unwrap_or_else(|| opener.address().to_string());
    let entry = Entry { address: address.clone(), ..entry };
    // It is withdrawn when this function returns.
    let announcement = list.map(|list| ListingEntry::start(list, entry, list_key, language));
    let announcement = announcement.transpose()?;
    print_target(&Target { address, key: public }, &own.bot.language, arguments, language)?;
    let mut status = ExitStatus::Fine;
    for number in 1..=arguments.games {
        let call = match opener.next() {
            NextCall::Call(call) => call,
            NextCall::Closed => break,
            NextCall::Stopped => return Ok(ExitStatus::Interrupted),
        };
        if !arguments.own.quiet && !arguments.own.json {
            let (alias, key) = call.challenger();
            let text = say::challenged(escaped(alias), key.to_string());
            writeln!(stdout(), "{}", text.get(language))?;
        }
        let mut reporter = Reporter::new(&arguments.own, language);
        let mut seat = |table: &_, seat| own.player(table, seat);
        let played = opener.play(call, game, &mut seat, &mut |event| reporter.watch(event));
        let ended = reporter.finish(&played)?;
        if let Some(announcement) = &announcement {
            announcement.update(arguments.games - number);
        }
        if ended == ExitStatus::Interrupted {
            return Ok(ended);
        }
        status = worse(status, ended);
    }
    Ok(status)
}

/// What a list shows of the player; its address is not known yet.
fn entry(arguments: &OpenArgs, alias: &str, offer: &Offer, bot_language: &str) -> Entry {
    let until = arguments.until.and_then(|until| u64::try_from(until.as_millisecond()).ok());
    Entry {
        alias: alias.to_owned(),
        key: String::new(),
        address: String::new(),
        game: offer.game.clone(),
        rules: offer.rules,
        options: offer.options.clone(),
        conditions: offer.conditions.clone(),
        left: arguments.games,
        until,
        bot: offer.bot.clone(),
        language: bot_language.to_owned(),
        issued: 0,
    }
}

/// The status of several matches: that of the first that failed, else of the first that remained
/// unfinished.
pub(super) fn worse(one: ExitStatus, other: ExitStatus) -> ExitStatus {
    match (one, other) {
        (ExitStatus::Fine, _) | (ExitStatus::NotPlain, ExitStatus::Failed) => other,
        _ => one,
    }
}

/// The point of time on the clock that does not jump.
fn instant(until: Timestamp) -> Result<Instant> {
    let left = until.duration_since(Timestamp::now());
    let left = Duration::try_from(left).map_err(|_| usage(say::past(until.to_string())))?;
    Ok(Instant::now() + left)
}

/// Prints how others call.
fn print_target(
    target: &Target,
    bot_language: &str,
    arguments: &OpenArgs,
    language: Language,
) -> Result<()> {
    if arguments.own.json {
        let line = json!({
            "event": "open", "target": target.to_string(), "game": arguments.game,
            "games": arguments.games, "language": bot_language,
        });
        writeln!(stdout(), "{line}")?;
    } else {
        writeln!(stdout(), "{}", say::open(target.to_string()).get(language))?;
    }
    stdout().flush()?;
    if is_unspecified(&target.address) {
        eprintln!("{}", say::all_addresses(&*target.address).get(language));
    }
    Ok(())
}
