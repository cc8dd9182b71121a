//! A program that lives through the match, reads events and answers in lines.

use certamen_game::{Budget, Channel, Failure, Player, Reply, View};
use std::time::{Duration, Instant};

/// A player at the other end of a channel.
pub struct LinesPlayer<C> {
    channel: C,
    farewell: Option<&'static str>,
    /// Whether it was asked anything: otherwise it gets no closing line.
    asked: bool,
    /// How many turns were sent to it.
    heard: usize,
    line: Vec<u8>,
}

impl<C: Channel> LinesPlayer<C> {
    /// A player that talks over `channel` and reads `farewell` at the end.
    pub fn new(channel: C, farewell: Option<&'static str>) -> LinesPlayer<C> {
        LinesPlayer { channel, farewell, asked: false, heard: 0, line: Vec::new() }
    }
}

impl<C: Channel> LinesPlayer<C> {
    /// Starting up is not thinking: the first answer has more time, which is not charged.
    fn allowance(&self, view: &View<'_>) -> Duration {
        let allowance = Duration::from_millis(view.table.conditions.start_ms);
        if self.asked { Duration::ZERO } else { allowance }
    }

    /// Sends the events and reads the answer.
    fn hear(&mut self, view: &View<'_>, deadline: Instant) -> Result<(), Failure> {
        let since = &view.turns[self.heard.min(view.turns.len())..];
        if let Some(news) = view.state.news(view.seat, since) {
            self.channel.send(news.as_bytes(), deadline)?;
        }
        self.heard = view.turns.len();
        self.channel.receive(&mut self.line, deadline)
    }
}

impl<C: Channel> Player for LinesPlayer<C> {
    fn act(&mut self, view: &View<'_>, budget: Budget) -> Result<Reply, Failure> {
        let started = Instant::now();
        let allowance = self.allowance(view);
        let wall = budget.wall + allowance;
        self.asked = true;
        self.channel.begin_turn(Budget { cpu: budget.cpu + allowance, wall })?;
        let heard = self.hear(view, started + wall);
        let wall = started.elapsed();
        let charged = self.channel.end_turn().unwrap_or(wall);
        heard?;
        let text = String::from_utf8_lossy(&self.line).into_owned();
        let pondered = self.channel.pondered();
        Ok(Reply { given: text.into(), charged: charged.saturating_sub(allowance), wall, pondered })
    }

    fn asleep(&self) -> Duration {
        self.channel.asleep()
    }

    fn recall(&mut self, view: &View<'_>, budget: Budget) -> Result<Option<Reply>, Failure> {
        self.act(view, budget).map(Some)
    }

    fn finish(&mut self, _view: &View<'_>) {
        if let Some(farewell) = self.farewell.filter(|_| self.asked) {
            self.channel.bid_farewell(farewell.as_bytes());
        }
    }
}
