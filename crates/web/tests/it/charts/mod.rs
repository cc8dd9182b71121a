//! What every game looks like, as SVG.

mod pictures;
