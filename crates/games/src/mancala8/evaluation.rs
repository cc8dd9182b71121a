//! The evaluations of the announcement's own players, from the view of the side to move.

use super::node::Node;

/// Regular: the points of the side to move less those of the other, "una simple estimación".
#[inline]
pub fn regular(node: &Node) -> f64 {
    f64::from(node.lead())
}

/// Bueno: Regular, one ply deeper; "su ventaja radica en que expande un nivel".
#[inline]
pub fn bueno(node: &Node) -> f64 {
    if node.is_over() {
        // The side that is ahead: this is what lets Regular beat it at times.
        return -50.0;
    }
    let leads = node.actions().map(|action| -node.after(action).lead());
    f64::from(leads.max().expect("who is not over has a move"))
}
