//! What is said while contests are served.

certamen_speech::texts! {
    "../../locales/serving";
    misnamed(path),
    listening(address),
    open_address(address),
    finished(slug),
    elsewhere(slug),
    failed(slug, why, seconds),
    archived(folder, files),
    no_folder(path),
    no_contests_folder(path),
    no_accounts(path),
    which_account,
    which_role,
    host_of_what,
    link_once(name),
    backed_up(folder, files),
    backup_whole(folder),
    no_backup(path),
    backup_missing(path),
    backup_changed(path),
    backup_unlisted(path),
    backup_damaged(path),
}
