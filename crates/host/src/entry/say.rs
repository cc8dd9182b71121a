//! Messages about submissions.

certamen_i18n::texts! {
    "../../locales/entry";
    no_archive,
    empty,
    too_many_files(most),
    too_large(most),
    inflated(most),
    not_plain(name),
    bad_name(name),
    too_deep(name),
    same_name(name),
    no_manifest,
    several_files,
    no_text(name),
    language(language, known),
    too_many_of_author(most),
    not_taken,
    taken_back,
    closing_title,
    closing_text(entrants, time),
}
