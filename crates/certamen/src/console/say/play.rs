//! Messages about matches and runs while they are played and shown.

certamen_i18n::texts!(pub "locales/console/play");
