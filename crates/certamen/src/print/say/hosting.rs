//! Messages about hosted contests and their publications.

certamen_i18n::texts! {
    pub "../../../locales/print/hosting";
    share,
    won,
    lost,
    drawn,
    name,
    next,
    delayed,
    move_time,
    published,
    marks,
    old_file_kept,
    provisional,
    championship,
    final_table,
    disqualified,
    proscribed,
    accepted,
    refused,
    discarded,
}
