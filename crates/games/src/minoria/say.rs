//! The messages of Minoría, in the files of `words/`.

certamen_i18n::texts!("src/minoria/words");
