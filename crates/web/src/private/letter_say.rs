//! Messages of e-mails.

certamen_i18n::texts! {
    "../../locales/letters";
    greeting(handle),
    verdict_subject(contest, entrant, word),
    verdict_text(contest, entrant, word),
    reminder_subject(contest, closes),
    reminder_text(contest, closes),
    link_subject,
    link_text(handle),
    more_at(address),
    why_you(address),
}
