revoked = il token di { $name } è revocato
no_token = { $name } non ha un token
no_remote_entrant = nessun partecipante `remote:{ $name }`
how_to_use = Il token viene mostrato una sola volta. Si gioca con: CERTAMEN_TOKEN=… certamen sit https://HOST/c/TORNEO BOT
