//! The board in the words of the Go Text Protocol, whose rows count from below.

use super::{Action, Colour, Point, Position};
use certamen_game::{
    Seat,
    gtp::{self, GtpBoard, GtpMove, Vertex},
};

impl GtpBoard for Position {
    fn size(&self) -> u8 {
        self.board().size()
    }

    fn komi(&self) -> f64 {
        // "Nessun komi verrà applicato."
        0.0
    }

    fn stones(&self) -> Vec<(gtp::Colour, Vertex)> {
        let stone = |point| Some((named(self.board().stone(point)?), self.vertex(point)));
        self.board().points().filter_map(stone).collect()
    }

    fn colour(&self, seat: Seat) -> gtp::Colour {
        if seat == Seat(0) { gtp::Colour::Black } else { gtp::Colour::White }
    }

    fn play(&self, action: &str) -> Option<GtpMove> {
        // Whether it is legal now does not matter: it may have been played long ago.
        let mut words = action.split(' ').map(str::parse::<u8>);
        match (action, words.next(), words.next(), words.next()) {
            ("pass", ..) => Some(GtpMove::Pass),
            ("resign", ..) => Some(GtpMove::Resign),
            (_, Some(Ok(row @ 1..)), Some(Ok(column @ 1..)), None) => {
                let point = Point { row: row - 1, column: column - 1 };
                self.board().contains(point).then(|| GtpMove::Stone(self.vertex(point)))
            }
            _ => None,
        }
    }

    fn action(&self, play: GtpMove) -> String {
        match play {
            // Below the board there is nothing: what lies outside stays there.
            GtpMove::Stone(vertex) if vertex.row < self.board().size() => {
                let row = self.board().size() - 1 - vertex.row;
                Action::Stone(Point { row, column: vertex.column }).to_string()
            }
            GtpMove::Stone(vertex) => vertex.to_string(),
            GtpMove::Pass => Action::Pass.to_string(),
            GtpMove::Resign => Action::Resign.to_string(),
        }
    }
}

impl Position {
    fn vertex(&self, point: Point) -> Vertex {
        Vertex { column: point.column, row: self.board().size() - 1 - point.row }
    }
}

fn named(colour: Colour) -> gtp::Colour {
    match colour {
        Colour::Black => gtp::Colour::Black,
        Colour::White => gtp::Colour::White,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::{Rng, State};

    #[test]
    fn every_move_goes_to_the_protocol_and_back() {
        for size in [2, 9, 19, 25] {
            let position = Position::start(size, None);
            for action in position.legal_actions(Seat(0)).chain([Action::Resign]) {
                let play = position.play(&action.to_string()).expect("every move has a word");
                let word = play.to_string();
                assert_eq!(
                    position.action(word.parse().expect("words are read")),
                    action.to_string()
                );
            }
        }
        let corner = GtpMove::Stone(Vertex { column: 0, row: 18 });
        assert_eq!(Position::start(19, None).play("1 1"), Some(corner));
    }

    #[test]
    fn what_is_outside_stays_outside() {
        let position = Position::start(9, None);
        for action in ["0 1", "10 1", "1 10", "1", "1 1 1", "x", "", "-1 1"] {
            assert_eq!(GtpBoard::play(&position, action), None, "{action}");
        }
        for word in ["A10", "K1", "Z25"] {
            let action = position.action(word.parse().expect("a vertex"));
            assert!(position.read(Seat(0), &action).is_err(), "{word}: {action}");
        }
    }

    #[test]
    fn stones_are_named_with_their_colours() {
        let mut position = Position::start(3, None);
        let stone = |row, column| Action::Stone(Point { row, column });
        position.apply(&[(Seat(0), stone(0, 2))], &mut Rng::of_turn(0, 1));
        position.apply(&[(Seat(1), stone(2, 0))], &mut Rng::of_turn(0, 2));
        let stones = position.stones().into_iter().map(|(colour, at)| format!("{colour} {at}"));
        assert_eq!(stones.collect::<Vec<_>>(), ["b C3", "w A1"]);
    }
}
