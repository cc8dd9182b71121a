//! Messages of the command, by subject.

pub(crate) use crate::console::say::play;
pub(crate) use crate::print::say::table;

pub(crate) mod help;

pub(crate) mod serving {
    certamen_i18n::texts!("locales/serving");
}

pub(crate) mod refusal {
    certamen_i18n::texts!("locales/refusal");
}

pub(crate) mod machine {
    certamen_i18n::texts!("locales/machine");
}

pub(crate) mod farm {
    certamen_i18n::texts!("locales/farm");
}

pub(crate) mod command_line {
    certamen_i18n::texts!("locales/command_line");
}

pub(crate) mod check {
    certamen_i18n::texts!("locales/check");
}

pub(crate) mod audit {
    certamen_i18n::texts!("locales/audit");
}

pub(crate) mod analyse {
    certamen_i18n::texts!("locales/analyse");
}
