//! Messages about the command line.

certamen_i18n::texts!("locales/command_line");
