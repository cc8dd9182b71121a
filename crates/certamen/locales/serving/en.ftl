misnamed = { $path }: skipped: folder names: 1–40 of a-z, 0-9, -
listening = serving at { $address }
open_address = warning: { $address } accepts plain HTTP from other machines; put a TLS proxy in front and set base_url in site.toml
user_without_root = --user { $user } needs root: omit it, or use sudo
log_without_site = --log FILE logs the requests of a site: omit it, or --no-site; `--log json` goes with both
unknown_user = unknown user `{ $user }`: name another one with --user
user_is_root = `{ $user }` is root and must not serve the website: name an unprivileged user with --user
not_for_user = { $path }: not readable by the user that serves it; let others read and enter its folders, or name another user with --user
site_ended = the website process of user `{ $user }` has ended; running matches are replayed
host_silent = contest host is not responding: try again shortly
finished = { $slug }: finished
# $slug, $seconds
incomplete = { $slug }: finished, except matches that could not be played; retrying in { $seconds } s
site_stalled = website process not responding; matches continue, pages are outdated
never_held = { $slug }: closed before it was run, nothing is played or published: change its dates, or play a copy with `certamen host COPY --replay`
elsewhere = { $slug }: another process plays it; served only
# $slug, $why, $seconds
failed = { $slug }: { $why }; retrying in { $seconds } s
# $folder, $files
archived = { $folder }: { $files } files; open index.html
no_folder = { $path } is not a folder: name the folder given to `certamen serve`
no_contests_folder = { $path } is not a folder: name a contest folder, or a folder of contest folders
no_accounts = { $path } has no accounts yet: create the first with `certamen account DIR add NAME --role admin`
which_account = username missing: give it after the action
which_role = role missing: give it with --role
host_of_what = the role `host` needs a contest: name it with --contest
link_once = one-time link for { $name }, valid for 7 days; anyone who has it controls the account
link_after_serve = note: this site has never been served: start `certamen serve`, then use the link at the address it prints
link_is_written = the link is also sent to { $name } by e-mail
invitation_once = one-time link, valid for 7 days: anyone who has it can create an account with a username of their choice
no_invitations = invitations require `registration = "invitation"` in site.toml
# $folder, $files
backed_up = { $folder }: { $files } files, and backup.b3 with their digests
backup_whole = { $folder }: intact
no_backup = { $path }: not a complete backup, backup.b3 is missing: name a folder written by `certamen backup --out`
backup_missing = { $path }: missing
backup_changed = { $path }: changed since the backup
backup_unlisted = { $path }: not part of the backup
backup_damaged = { $path }: damaged
