//! The messages about malformed names, options and files.

certamen_i18n::texts! {
    "../../locales/job";
    player_form(given),
    player_number(given, most),
    name_length(name, most),
    name_blanks(name),
    name_hidden(name),
    name_scripts(name),
    no_argument(part),
    unknown_assignment(given),
    toml(line, column, excerpt, fault),
    unquoted(word),
}
