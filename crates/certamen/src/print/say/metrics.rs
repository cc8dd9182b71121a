//! Messages about bots' metrics.

certamen_i18n::texts!(pub "locales/print/metrics");
