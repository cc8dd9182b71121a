# $path, $error
unreachable = { $path }: { $error }
newer = { $path }: written by a newer version of Certamen: use that version
full = the disk is full: free some space and try again
database = the accounts cannot be read or written: { $words }
closed = the site is shutting down: try again shortly
panicked = internal error: the change was not stored
luck = the system provides no random numbers
bad_handle = invalid username `{ $handle }`: use 1 to 30 lower-case letters, digits and hyphens, the first not a hyphen
taken = `{ $handle }` is taken: choose another
unknown_user = unknown username `{ $handle }`
# $shortest, $longest
password_length = a password must have { $shortest } to { $longest } characters
spent = this link has already been used, or has expired: ask for another
# $given, $wish
site_value = `{ $given }` { $wish }
wish_title = is not a title: give a text on one line
wish_some_language = names no language: give one or more of { $known }
wish_known_language = is not a language of the site: use { $known }
wish_other_language = occurs twice: remove one
wish_base_url = is not the address of a site: write it as "https://contests.example.org/", without a path
wish_socket = is not an address to listen on: write it as "127.0.0.1:8080"
wish_machine = is not the address of a machine: write it as "127.0.0.1"
too_many_slots = you have { $most } bots here, the maximum: send a new version of one, or withdraw one first
too_many_today = this bot was sent { $most } times today, the maximum: send it tomorrow
name_of_another = `{ $entrant }` belongs to another author: choose another name
too_many_tables = you have { $most } open tables, the maximum: close one first
too_many_tables_of_day = you opened { $most } tables within a day, the maximum: try again tomorrow
wish_size = is not a size: write it as "512 MiB"
bad_mail = invalid e-mail address `{ $mail }`: write it as name@example.org
controls_in_letter = a line of the message contains control characters: nothing was written
wish_mail = is not an e-mail address: write it as "contests@example.org"
wish_command = is not a command: give its path and its arguments, as ["/usr/sbin/sendmail", "-t"]
