//! What programs try that mean no good, each with what must come of it.
