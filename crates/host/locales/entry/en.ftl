no_archive = the archive cannot be read: send a .zip or a .tar.gz that others can open, without a password
empty = the submission is empty: send a source file, or an archive with one
too_many_files = more than { $most } files: leave out those that the bot does not need
too_large = larger than { $most } bytes, the maximum here
inflated = more than { $most } times as large as the archive: such archives are not opened
not_plain = `{ $name }` is not a file: links, devices and pipes are not accepted
bad_name = invalid file name `{ $name }`: no `..`, no `/` at the beginning, no hidden files
too_deep = `{ $name }` is nested too deep: flatten the folders
same_name = `{ $name }` occurs twice, perhaps in upper and lower case or as a file and a folder: rename one
no_manifest = several files, and no bot.toml that says how to build a bot from them: add one
several_files = in this contest a bot is a single file: put everything into it
no_text = `{ $name }` is not text: this contest accepts only source files
# $language, $known
language = this contest does not accept `{ $language }`: write it in { $known }
too_many_of_author = its author already has { $most } bots here, the maximum
not_taken = cannot enter the contest yet:
taken_back = withdrawn by its author before it was checked
closing_title = Entries will close
# $entrants, $time
closing_text = { $entrants } bots have entered, so entries close at { $time }.
