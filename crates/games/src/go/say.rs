//! The messages of Go, in the files of `words/`.

certamen_i18n::texts!("src/go/words");
