//! The messages of Mancala8, in the files of `words/`.

certamen_i18n::texts!("src/mancala8/words");
