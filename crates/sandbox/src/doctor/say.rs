//! The messages of the doctor.

certamen_i18n::texts!("locales/doctor");
