# $name
revoked = the token of { $name } is revoked
# $name
no_token = { $name } has no token
# $name
no_remote_entrant = no entrant `remote:{ $name }`
how_to_use = The token is shown only once. Its owner plays with: CERTAMEN_TOKEN=… certamen sit https://HOST/c/CONTEST BOT
