form = invalid target "{ $text }": expected HOST:PORT#KEY
own_key = this key is your own: use another --key to play yourself
