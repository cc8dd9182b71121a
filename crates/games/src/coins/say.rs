//! The messages of Coins, in the files of `words/`.

certamen_i18n::texts!("src/coins/words");
