//! Messages about names, keys and rosters.

certamen_i18n::texts! {
    "../../locales/course";
    not_of_form,
    no_such_player,
    no_such_day,
    at_line(line, reason),
    at_field(line, column, name, reason),
    not_text,
    unknown_column,
    two_of_name,
    no_column(name),
    fields(found, expected),
    same_pair(pair, line),
    no_number(text, most),
}
