//! Messages of the command, by subject.

pub(crate) use crate::console::say::play;
pub(crate) use crate::print::say::table;

pub(crate) mod serving {
    certamen_i18n::texts!("locales/serving");
}

pub(crate) mod peer {
    certamen_i18n::texts!("locales/peer");
}

pub(crate) mod rules {
    certamen_i18n::texts!("locales/rules");
}

pub(crate) mod players {
    certamen_i18n::texts!("locales/players");
}

pub(crate) mod refusal {
    certamen_i18n::texts!("locales/refusal");
}

pub(crate) mod machine {
    certamen_i18n::texts!("locales/machine");
}

pub(crate) mod remote {
    certamen_i18n::texts!("locales/remote");
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

pub(crate) mod help {
    use certamen_i18n::Message;

    /// The help text of a command, argument or value, by its names from the command on.
    pub(crate) fn of(names: &[&str]) -> Option<Message> {
        let id = names.join("_").replace('-', "_");
        let id = TEXTS.all.iter().find(|known| **known == id)?;
        Some(Message::new(&TEXTS, id, Vec::new()))
    }

    certamen_i18n::texts!("locales/help");
}
