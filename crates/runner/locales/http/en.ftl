connection = no connection: { $error }
no_connection_in_time = no connection within { $seconds } s
# $host, $why
retries_exhausted = { $host } could not be reached: { $why }
# $host, $address
refused_address = { $host } has the address { $address }, which is not permitted; use a public address, or in a contest `remote.private_addresses`
status = the status of the response is { $status }
redirect = the response is a redirect ({ $status }), which is not followed
garbled = the response is not HTTP
no_json = the response is no JSON object
nested = the response is nested deeper than { $most }
no_action = the response has no `action`, or it is no text
long_action = `action` has more than { $most } characters
long_note = `note` has more than { $most } bytes
wrong_usage = `usage` has an impossible value for `{ $key }`
