out_of_bounds = the value of `{ $key }` is not possible here
tried_is_legal = `tried` has { $reply }, which is a legal move here
