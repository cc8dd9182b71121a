//! Messages about entries on public pages.

certamen_i18n::texts! {
    "../../locales/entries";
    entries,
    entries_close,
    entries_closed,
    rule_of_course(most),
    so_many_of(there, needed),
    what_changed,
    is_new,
    new_version(version),
    was_withdrawn,
    was_disqualified(why),
    was_proscribed(why),
    written_by(host),
}
