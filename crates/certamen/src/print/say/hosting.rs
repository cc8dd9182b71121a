//! Messages about hosted contests and their publications.

certamen_i18n::texts!(pub "locales/print/hosting");
