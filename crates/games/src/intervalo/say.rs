//! The messages of Intervalo, in the files of `words/`.

certamen_i18n::texts!("src/intervalo/words");
