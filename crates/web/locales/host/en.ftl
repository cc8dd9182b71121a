notices = Notices
questions = Questions
contest_file = Contest file
pairs_tab = Teams
pages = pages for organizers
told_so_far = Published notices
publish_notice = Publish notice
publish_notice_how = Published at once, for everyone. The text is Markdown.
title = Title
text = Text
as_what = Publish as
as_notice = a notice
as_faq = an answer to a frequent question
in_language = Language
for_all = for readers of all languages
# $title, $text
no_text = write a title of 1 to { $title } characters and a text of 1 to { $text }
ask = Ask the organizers
ask_how = The organizers answer here. An answer that is useful to others may be published, without your name.
question = Question
no_question = write a question of 1 to { $most } characters
perhaps_this = Perhaps this answers it:
send_all_the_same = Send it anyway
my_questions = My questions
not_answered = not answered yet
answer = Answer
send_answer = Answer
into_faq = publish it with the frequent questions, under this title
no_answer = write an answer of 1 to { $most } characters
nothing_asked = No questions yet.
faq_link = Frequent questions
save = Replace the file
save_how = The new file is checked first; an invalid file is rejected, and the wrong key is named. Changes are logged; changed dates become a notice.
changed_meanwhile = the file changed in the meantime: your text is below, the page shows the new state
on_the_machine = bots, rules programs, the roster and `[sandbox]` are set on the server itself: here only `builtin:` players can be added to `bots` or named in `move_time`
dates_changed = Changed dates
# $what, $before, $after
date_changed = { $what }: { $before } → { $after }
no_date = no date
date_opens = entries open
date_closes = entries close
date_starts = the contest starts
date_ends = the contest ends
send_idea = Send an idea
ideas = Ideas
idea = Idea
idea_how = Describe how your bot would play. An organizer implements it, and you approve it before it plays in your name.
no_idea = write an idea of 1 to { $most } characters
idea_proposed = waiting for an organizer to implement it
idea_written = implemented: waiting for its author's approval
idea_consented = submitted
idea_lost = the implementation was lost: ask the organizer to write it again
consent = Approve and submit in my name
refuse = Reject
write_down = Implement
# $why, $minutes
stopped = Stopped by an error: { $why }. Next try within { $minutes } min.
incomplete = Some matches failed repeatedly; all others are played. Next try within { $minutes } min.
delayed_by_us = Problem on our side, not of the bot:
delayed_until = Next try: { $time }.
try_again = Try again
discard = Discard
people = People
no_entrants_yet = No entrants yet.
link_how = Create a password-reset link. Using it signs the person out everywhere.
not_only_yours = this person uses more here than your contests: an admin creates the link
submission_count = submissions: { $count }
no_password_yet = no password set yet
whole_log = Full log
what_people_did = User actions
what_was_played = Activity since the site started
nothing_done = Nothing yet.
all_played = all matches played
never_held = closed before it ever ran: nothing is played until its dates change
# $why, $again
failed_until = stopped by an error: { $why }. Next try: { $again }
letters = E-mail
no_letters = No e-mails yet: they go to users who entered an address.
letter_waits = queued
letter_gone = passed to the mail command
letter_secret = Contains a secret link for its recipient; shown to no one else.
next_edition = Next edition
next_edition_how = Creates a new contest of the same series: this file except its dates, the rules and the answers, but no entrants. The organizers are the same. Write a time with its zone, or `never`; an empty time is left out of the new file.
edition_slug = Name in addresses
found_edition = Create the next edition
no_slug = invalid name `{ $slug }`: use 1 to 40 of a-z, 0-9 and -
alone_here = this site has only one contest: move it into a folder of contests first
slug_taken = `{ $slug }` is taken: choose another name
too_many_contests = this site has { $most } contests, the maximum for pages: create more on the server
no_name = write a title of 1 to { $most } characters
all_submissions = All submissions
any_state = any
name_or_author = Name or author
show = Show
none_found = No submission matches.
author = Author
decisions = Decisions
decide = decide
and_more = Further submissions, older than these: { $count }
newer_ones = Newer submissions
what_follows = What follows
what_changes = What changes
do_nothing = Cancel
ban_it = Ban { $name }
disqualify_it = Disqualify { $name }
withdraw_it = Withdraw { $name }
leaves_at_once = { $name } leaves the contest at once: it plays no more matches, and those it has played remain.
is_not_checked = { $name } is not checked any further, and does not enter the contest.
reason_is_public = The reason is shown to everyone, and sent to the author.
ban_is_final = It is listed as banned. This page has no way to take that back.
may_come_back = While entries are open, its author may correct it and send it again.
may_be_sent_again = While entries are open, you may send it again.
look_at_changes = See what changes
file_saved = The file is replaced.
# $what, $date
date_is_past = { $what }: { $date } is in the past, so this happens at once.
# $what, $date
date_becomes = { $what }: { $date }.
date_is_dropped = { $what }: no longer has a date.
nothing_changes = Nothing changes.
file_is_replaced = The new file applies from the next match on.
dates_are_announced = The new file applies from the next match on, and a notice announces the changed dates.
the_server = the server
# $who, $bot
log_sent = { $who } sent { $bot }.
# $who, $bot
log_withdrawn = { $who } withdrew { $bot }.
# $who, $text
log_answered = { $who } answered a question: { $text }
# $who, $bot
log_written_down = { $who } implemented an idea as { $bot }.
# $who, $text
log_announced = { $who } published { $text }.
# $who, $user
log_link_made = { $who } created a password-reset link for { $user }.
# $who, $role
log_role_given = { $who } has the role { $role }.
# $who, $contest
log_founded = { $who } created an edition of this series; the other one is { $contest }.
log_claimed = { $who } joined a team.
log_asked = { $who } asked a question.
log_proposed = { $who } sent an idea.
log_file_changed = { $who } replaced the contest file.
log_table_opened = { $who } opened a table with a bot of this contest.
log_invited = { $who } made an invitation.
log_invitation_used = { $who } accepted an invitation.
# $who, $bot
log_approved = { $who } approved { $bot }.
# $who, $bot, $reason
log_rejected = { $who } rejected { $bot }: { $reason }
# $who, $bot, $reason
log_discarded = { $who } discarded { $bot }: { $reason }
# $who, $bot, $reason
log_disqualified = { $who } disqualified { $bot }: { $reason }
# $who, $bot, $reason
log_banned = { $who } banned { $bot }: { $reason }
# $who, $act, $detail
log_other = { $who }: { $act } { $detail }
log_created = { $who } created this contest.
