# Labels of the facts of a finding.
answer = la risposta
would_do = questo sarebbe accettato
rules = le regole dicono
error = l’errore
signal = il segnale
system = il sistema dice
asked_by = interrogato con
works = funziona con
first = prima
then = poi
limit = il limite
measured = misurato
question = la domanda
file = il file
did_you_mean = forse intendeva
flush = svuoti il buffer a ogni riga con
fact = { $label }: { $value }

# The report.
heading = { $bot } ({ $language }): { $game }, protocollo { $protocol }, livello di isolamento { $tier }
brief_heading = { $bot } ({ $language }): { $game }
tried = partite di prova: { $matches }, risposte valide: { $answers }
slowest = risposta più lenta: { $slowest } / { $limit } ms
memory = memoria massima: { $peak } / { $limit } MiB
correction = correzione: { $advice }
note = nota: { $advice }
in_match = in una partita contro builtin:{ $opponent }, { $sat }, turno { $turn }, seme { $seed }, { $options }
seated = posto { $seat } di { $seats }
exchange = scambio, byte per byte (> al bot, < dal bot):
last_words = ultime righe dello standard error:
compiler = output del compilatore:
all_is_well = nessun problema: il bot può giocare
to_correct = correzioni necessarie: { $count }

# Input and output, and how the run ended.
started = inizio
unasked = { $said }  (senza domanda)
no_line_end = { $said }  (senza fine riga)
argument = argomento { $argument }
longer = { $said }… ({ $bytes } byte)
exited = uscita { $code }
signalled = segnale { $signal }
timed_out = tempo scaduto
too_much_output = troppo output
out_of_memory = memoria esaurita
forbidden_call = chiamata di sistema vietata

# Reasons for a missing report.
cannot_be_played = la partita non si può giocare: { $why }
left = un bot ha lasciato la partita, cosa che possono fare solo le persone
no_end = non è terminata
nothing_played = non è stata giocata nessuna partita
needs = servono { $needed } ms, ne sono concessi { $allowed }
needs_more = servono più di { $needed } ms, ne sono concessi { $allowed }
needs_share = serve il { $needed } % (tra { $low } e { $high } %); concesso: { $allowed }
against_starting = { $what }, contro { $opponent }, con la prima mossa
against_not_starting = { $what }, contro { $opponent }, senza la prima mossa
illegal_reply = la risposta «{ $reply }» non è una mossa legale
points = { $own } punti a { $other }
in_position = { $what }, nella posizione { $position }
awaited = parola mancante
