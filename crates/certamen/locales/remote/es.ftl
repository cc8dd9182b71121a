revoked = se ha revocado el token de { $name }
no_token = { $name } no tiene token
no_remote_entrant = no hay ningún participante `remote:{ $name }`
how_to_use = El token se muestra una sola vez. Con él se juega así: CERTAMEN_TOKEN=… certamen sit https://HOST/c/TORNEO BOT
