//! `certamen compare`: whether one bot is better than another, for authors and their machines.

mod report;

use super::play::{move_ms, options, seat_entry};
use crate::command_error::{CommandError, usage};
use crate::say::{play, refusal};
use crate::{
    arguments::Compare,
    ending::Ending,
    interrupt::{Interrupt, command_line},
    setting,
};
use certamen_game::{Conditions, DynGame, Language, SeatEntry, Table};
use certamen_hall::{
    Bench, Isolation, jobs,
    series::{Conclusion, Series},
    set_depth,
};
use certamen_sandbox::Tier;
use certamen_tournament::statistics::SequentialTest;
use certamen_worker::Bot;

/// Plays until it shows which is better.
pub(crate) fn compare(arguments: &Compare, language: Language) -> Result<Ending, CommandError> {
    let test = sequential_test(arguments)?;
    let game = setting::find_game(&arguments.game)?;
    if !game.info().seats.contains(&2) {
        return Err(usage(refusal::not_in_twos(game.info().slug)));
    }
    let given = [&arguments.new, &arguments.old].into_iter().chain(&arguments.against);
    let found = given.map(|given| Bot::find(given, game));
    let mut bots = found.collect::<Result<Vec<_>, _>>().map_err(usage)?;
    set_depth(&mut bots, arguments.depth, game);
    let sandbox = Isolation::of_user(arguments.tier).sandbox(&bots)?;
    let table = table(arguments, game, sandbox.tier(), language)?;
    let tier = sandbox.tier();
    let bench = Bench::passing(game, sandbox, jobs(arguments.jobs))?;
    let ready = bench.prepare(&bots)?;
    setting::banner(&bots, tier, language);
    let bots: Vec<_> = bots.iter().map(seat_entry).zip(ready).collect();
    let series = Series { table, bots, test, most: u64::from(arguments.games) };
    let stop = Interrupt::listen()?.stop();
    let evidence = series.play(&bench, &stop, &mut |blocks| {
        if !arguments.quiet {
            eprintln!("{}", report::line(blocks, &test));
        }
    })?;
    report::print(&series, &evidence, language)?;
    if evidence.conclusion == Conclusion::Stopped {
        eprintln!("{}: {}", play::again().get(language), command_line());
    }
    Ok(match evidence.conclusion {
        Conclusion::Better => Ending::Fine,
        Conclusion::NotBetter => Ending::NotBetter,
        Conclusion::AllPlayed | Conclusion::NothingNew => Ending::NotPlain,
        Conclusion::Stopped => Ending::Interrupted,
    })
}

fn sequential_test(arguments: &Compare) -> Result<SequentialTest, CommandError> {
    let Compare { elo0, elo1, alpha, beta, .. } = *arguments;
    if !(elo0.abs() <= 2000.0 && elo1.abs() <= 2000.0 && elo0 < elo1) {
        return Err(usage(refusal::elo_range(elo0.to_string(), elo1.to_string())));
    }
    for (name, value) in [("alpha", alpha), ("beta", beta)] {
        if !(value > 0.0 && value < 0.5) {
            return Err(usage(refusal::error_rate(name, value.to_string())));
        }
    }
    Ok(SequentialTest { elo0, elo1, alpha, beta })
}

/// The table of all matches but for the seats and the seed; it can be begun.
fn table(
    arguments: &Compare,
    game: &'static dyn DynGame,
    tier: Tier,
    language: Language,
) -> Result<Table, CommandError> {
    let options = options(&arguments.options)?;
    let move_ms = move_ms(arguments.move_time.as_ref(), 2, game, &options, language)?;
    let memory = arguments.memory.unwrap_or(256 << 20);
    let table = Table::new(game)
        .options(options)
        .seed(arguments.seed)
        .seats(["new", "old"].map(SeatEntry::named))
        .conditions(Conditions::usual(move_ms, memory, tier.to_string()));
    certamen_game::arbiter::Arbiter::start(game, table.clone()).map_err(usage)?;
    Ok(table)
}
