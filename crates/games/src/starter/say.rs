//! The comments of starter bots that do not depend on the game.

certamen_i18n::texts!("src/starter/words");
