//! Messages of the organizers' pages, and of those where users ask them.

certamen_i18n::texts!("locales/host");
