//! Messages about files that came in.

certamen_i18n::texts! {
    "../../../locales/course/reception";
    stored(file, place),
    judged(file, verdict),
    listed_as(name),
    replaces(file),
    send_again,
    may_be_corrected,
    all_removed,
}
