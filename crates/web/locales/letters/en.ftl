greeting = Hello { $handle },
# $contest, $entrant, $word
verdict_subject = { $contest }: { $entrant }: { $word }
# $contest, $entrant, $word
verdict_text = Your bot { $entrant } in { $contest }: { $word }.
# $contest, $closes
reminder_subject = { $contest }: entries close { $closes }
# $contest, $closes
reminder_text = Entries to { $contest } close { $closes }. Your submissions stay in the contest; send new versions before then.
# $contest, $day
daily_subject = { $contest }: your bots on { $day }
link_subject = Password-reset link
link_text = This link lets { $handle } set a new password. It can be used once, within seven days:
more_at = More at { $address }
why_you = You get this e-mail because you entered your address; remove it at { $address }
