//! Messages of the page of suggested games.

certamen_i18n::texts! {
    "../../locales/wishes";
    wishes,
    wishes_how,
    supporters(count),
    support_it,
    support_no_more,
    what_becomes,
    wish_for,
    wish_title,
    wish_text,
    no_title(most),
    no_text(most),
    no_answer(most),
    no_wish,
}
