//! `certamen challenge`: plays an author who waits with `certamen open`.

use super::{
    open::worse,
    peer_match::{OwnBot, OwnSideArgs, Reporter, Workshop, status, stop_of},
    players::PlayerList,
};
use crate::{
    Result,
    console::Interrupt,
    exit::{ExitStatus, print_error},
    flags,
};
use certamen_game::{DynGame, Language, MatchRecord};
use certamen_i18n::{Localize, Message, UserError};
use certamen_peer::{
    Challenge, Choice, MatchEnd, Offer, PeerLimits, PeerMatch, Random, SeatPlayer, Target,
    challenge as call, listing::ListClient,
};
use certamen_runner::http_player::system_tls;
use certamen_sandbox::Launcher;
use clap::Args;
use std::{cell::RefCell, rc::Rc};

#[derive(Args, Debug)]
pub(crate) struct ChallengeArgs {
    #[arg(value_name = "HOST:PORT#KEY|ALIAS")]
    pub(crate) target: String,
    pub(crate) bot: String,
    #[arg(long, default_value_t = 1, value_parser = flags::within::<u32>(1..=1_000_000))]
    pub(crate) games: u32,
    #[arg(long, value_name = "URL|FILE")]
    pub(crate) list: Option<String>,
    #[arg(long, value_name = "URL")]
    pub(crate) publish: Option<String>,
    #[command(flatten)]
    pub(crate) own: OwnSideArgs,
}

/// Plays matches against the player at the target.
pub(crate) fn challenge(
    arguments: &ChallengeArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    let target = match &arguments.list {
        Some(list) => PlayerList::of(list)?.target(&arguments.target)?,
        None => arguments.target.parse::<Target>().map_err(certamen_i18n::usage)?,
    };
    let publisher = arguments.publish.as_deref().map(|url| ListClient::new(url, system_tls()));
    let publisher = publisher.transpose().map_err(certamen_i18n::usage)?;
    let alias = arguments.own.alias()?;
    let key = arguments.own.read_key()?;
    let interrupt = Interrupt::listen()?;
    let stop = stop_of(&interrupt);
    let workshop =
        Workshop { arguments: &arguments.own, launcher, interrupt: &interrupt, language };
    let limits = PeerLimits::default();
    let request = Challenge {
        target: &target,
        key: &key,
        alias: &alias,
        limits: &limits,
        stop: &stop,
        random: &Random::system(),
        // What the opener writes is no path, and nothing here is opened because of it.
        find: &|slug| certamen_games::find_rules(slug, None),
    };
    // The bot is found and built when it is known what game is offered, and once.
    let built: RefCell<Option<Rc<OwnBot>>> = RefCell::default();
    let mut ended = ExitStatus::Fine;
    for _ in 0..arguments.games {
        let mut reporter = Reporter::new(&arguments.own, language);
        let mut failed = None;
        let choose = |_: &Offer, game: &'static dyn DynGame| {
            let own = own_bot(game, &arguments.bot, &workshop, &built);
            let own = own.map_err(|error| {
                let text = Message::verbatim(error.get(language));
                failed = Some(error);
                text
            })?;
            Ok(choice(own))
        };
        let played = match call(&request, choose, &mut |event| reporter.watch(event)) {
            Ok(played) => played,
            Err(error) => {
                let kind = status(error.kind());
                if kind == ExitStatus::Failed {
                    return Err(failed.unwrap_or_else(|| UserError::new(error.message())));
                }
                print_error(&UserError::new(error.message()), language);
                return Ok(kind);
            }
        };
        let record = signed_record(&played).filter(|_| publisher.is_some());
        let status = reporter.finish(&played)?;
        ended = worse(ended, status);
        if let (Some(publisher), Some(record)) = (&publisher, record)
            && let Err(error) = publisher.publish(&record)
        {
            // The record is in its file: the other matches need not fail with the site.
            print_error(&error.into(), language);
            ended = worse(ended, ExitStatus::Failed);
        }
        if status != ExitStatus::Fine {
            break;
        }
    }
    Ok(ended)
}

/// The record of a match that both players signed.
fn signed_record(played: &PeerMatch) -> Option<Vec<u8>> {
    let record = played.record.as_ref().filter(|_| matches!(played.end, MatchEnd::Signed));
    record.map(MatchRecord::to_bytes)
}

/// The own bot for the game that is offered.
fn own_bot(
    game: &'static dyn DynGame,
    given: &str,
    workshop: &Workshop<'_>,
    built: &RefCell<Option<Rc<OwnBot>>>,
) -> Result<Rc<OwnBot>> {
    let mut built = built.borrow_mut();
    match &*built {
        Some(own) if own.is_for(game) => Ok(Rc::clone(own)),
        _ => {
            let own = Rc::new(workshop.build(given, game)?);
            Ok(Rc::clone(built.insert(own)))
        }
    }
}

fn choice(own: Rc<OwnBot>) -> Choice<'static> {
    let (bot, digest) = (own.bot.name.clone(), own.digest());
    let seat: Box<SeatPlayer<'static>> = Box::new(move |table, seat| own.player(table, seat));
    Choice { bot, digest, seat }
}
