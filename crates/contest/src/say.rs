//! What contests say when they cannot go on.

certamen_speech::texts! {
    "../locales";
    no_file(path),
    io(path, error),
    not_writable(path, error),
    bad_file(path, fault),
    changed(path, key, now, begun, store),
    added(path, key, now, store),
    removed(path, key, begun, store),
    locked(path),
    unplayable(number, reason),
    share_too_short(share),
    unfinished(number),
    not_finite(number, seat, score),
    stored(key, error),
    absent(key),
    no_kind(key),
    stored_game(slug),
    not_told,
    no_secret(digits),
    other_hash(computed, published),
    other_seed(told, computed),
    large_draw(length),
}
