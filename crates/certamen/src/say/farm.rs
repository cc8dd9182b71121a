//! What is said where several machines play.

certamen_speech::texts! {
    "../../locales/farm";
    works(name, slots, class, tier, address),
    tries_again(why, seconds),
    no_name(given),
    name_taken(name),
    key_missing,
    strange_batch,
    jobs_elsewhere,
    no_bus,
    not_held_afar,
    name,
    class,
    tier,
    slots,
    busy,
    matches,
    voids,
    state,
    state_works,
    state_drains,
    state_rests,
    state_leaves,
}
