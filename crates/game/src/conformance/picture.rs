//! The contract of pictures.

use super::ContractBreach;
use crate::{Audience, DynState, Language, Picture, Seat, Shape, Turn, arbiter::Arbiter};
use std::collections::BTreeSet;

/// Checks the pictures for spectators and for each seat.
pub(super) fn check(arbiter: &Arbiter) -> Result<(), ContractBreach> {
    let (state, last) = (arbiter.state(), arbiter.turns().last());
    let (scores, seats) = (state.scores().len(), state.seats());
    if scores != 0 && scores != usize::from(seats) {
        return Err(ContractBreach::Scores { scores, seats });
    }
    check_for(state, Audience::Spectators, last)?;
    (0..state.seats()).try_for_each(|seat| check_for(state, Audience::Seat(Seat(seat)), last))
}

fn check_for(
    state: &dyn DynState,
    audience: Audience,
    last: Option<&Turn>,
) -> Result<(), ContractBreach> {
    let Some(picture) = state.picture(audience, last, Language::En) else { return Ok(()) };
    if state.clone_box().picture(audience, last, Language::En).as_ref() != Some(&picture) {
        return Err(ContractBreach::PictureWavers);
    }
    check_marks(&picture)?;
    check_actions(state, audience, &picture)?;
    let languages = Language::ALL.into_iter().filter(|_| audience == Audience::Spectators);
    for language in languages {
        let other = state.picture(audience, last, language);
        if !other.is_some_and(|other| has_the_same_items(&picture, &other)) {
            return Err(ContractBreach::OtherMarks(language));
        }
    }
    Ok(())
}

fn check_marks(picture: &Picture) -> Result<(), ContractBreach> {
    let mut keys = BTreeSet::new();
    for mark in &picture.marks {
        if !keys.insert(&mark.key) {
            return Err(ContractBreach::SharedKey(mark.key.clone()));
        }
        let [left, top, right, bottom] = bounds(&mark.shape);
        if left < 0 || top < 0 || right > picture.width || bottom > picture.height {
            return Err(ContractBreach::OffTheSheet(mark.key.clone()));
        }
    }
    Ok(())
}

/// Left, top, right and bottom; the width of text is unknown.
fn bounds(shape: &Shape) -> [i32; 4] {
    match *shape {
        Shape::Box { x, y, width, height, .. } => [x, y, x + width, y + height],
        Shape::Disc { x, y, r } => [x - r, y - r, x + r, y + r],
        Shape::Line { x1, y1, x2, y2 } => [x1.min(x2), y1.min(y2), x1.max(x2), y1.max(y2)],
        Shape::Text { x, y, size, .. } => [x, y - size, x, y],
    }
}

/// Actions must be legal for the viewer, and a viewer without a seat has none.
fn check_actions(
    state: &dyn DynState,
    audience: Audience,
    picture: &Picture,
) -> Result<(), ContractBreach> {
    for action in picture.marks.iter().filter_map(|mark| mark.action.as_deref()) {
        let seat = match audience {
            Audience::Seat(seat) if state.to_act().contains(seat) => seat,
            _ => return Err(ContractBreach::ActionForAll(action.to_owned())),
        };
        if let Err(why) = state.read(seat, action) {
            return Err(ContractBreach::PressedIllegal { action: action.to_owned(), why });
        }
    }
    Ok(())
}

/// Whether two pictures differ in words only, and both have words in the same places.
fn has_the_same_items(one: &Picture, other: &Picture) -> bool {
    let bare = |picture: &Picture| {
        let marks = picture.marks.iter().map(|mark| {
            let has_words = |words: &Option<String>| words.as_ref().map(|words| !words.is_empty());
            (
                mark.key.clone(),
                bounds(&mark.shape),
                mark.ink,
                has_words(&mark.label),
                mark.action.clone(),
            )
        });
        (picture.width, picture.height, picture.description.is_empty(), marks.collect::<Vec<_>>())
    };
    bare(one) == bare(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ink;

    #[test]
    fn marks_have_unique_keys_and_stay_on_the_sheet() {
        let mut sheet = Picture::sheet(10, 10, "");
        sheet.put("a", Ink::Board, Shape::Box { x: 0, y: 0, width: 10, height: 10, round: 0 });
        assert!(check_marks(&sheet).is_ok());
        sheet.put("b", Ink::Black, Shape::Disc { x: 8, y: 5, r: 3 });
        let outside = check_marks(&sheet).unwrap_err();
        assert!(matches!(outside, ContractBreach::OffTheSheet(key) if key == "b"));
        sheet.marks.pop();
        sheet.put("a", Ink::Black, Shape::Line { x1: 0, y1: 0, x2: 9, y2: 9 });
        let shared = check_marks(&sheet).unwrap_err();
        assert!(matches!(shared, ContractBreach::SharedKey(key) if key == "a"));
    }

    #[test]
    fn a_picture_without_words_in_one_language_is_noticed() {
        let labelled = |label: Option<&str>| {
            let mut sheet = Picture::sheet(10, 10, "told");
            let disc = Shape::Disc { x: 5, y: 5, r: 3 };
            sheet.put("a", Ink::Black, disc).label = label.map(str::to_owned);
            sheet
        };
        assert!(has_the_same_items(&labelled(Some("one")), &labelled(Some("uno"))));
        assert!(!has_the_same_items(&labelled(Some("one")), &labelled(None)));
        assert!(!has_the_same_items(&labelled(Some("one")), &labelled(Some(""))));
    }
}
