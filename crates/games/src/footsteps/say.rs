//! The messages of Footsteps, in the files of `words/`.

certamen_i18n::texts!("src/footsteps/words");
