//! What is said while contests are served.

certamen_speech::texts! {
    "../../locales/serving";
    misnamed(path),
    listening(address),
    open_address(address),
    finished(slug),
    elsewhere(slug),
    failed(slug, why, seconds),
    archived(folder, files),
}
