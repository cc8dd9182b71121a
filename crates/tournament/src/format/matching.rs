//! Perfect matchings in graphs: Edmonds' algorithm, one augmenting path at a time.
//!
//! Jack Edmonds, "Paths, trees, and flowers" (1965), in the form with bases of blossoms.

use std::collections::VecDeque;

/// A matching of this many vertices.
#[derive(Clone)]
pub(super) struct Matching {
    mate: Vec<Option<usize>>,
    /// Vertices that take no part any more.
    gone: Vec<bool>,
}

impl Matching {
    /// A largest matching along `edges`.
    pub(super) fn largest(vertices: usize, edges: &dyn Fn(usize, usize) -> bool) -> Matching {
        let mut matching = Matching { mate: vec![None; vertices], gone: vec![false; vertices] };
        for one in 0..vertices {
            let free = |other: &usize| {
                *other != one && matching.mate[*other].is_none() && edges(one, *other)
            };
            if matching.mate[one].is_none()
                && let Some(other) = (0..vertices).find(free)
            {
                matching.join(one, other);
            }
        }
        for root in 0..vertices {
            if matching.mate[root].is_none() {
                matching.augment(root, edges);
            }
        }
        matching
    }

    /// Whether no participant is left over.
    pub(super) fn is_perfect(&self) -> bool {
        self.mate.iter().zip(&self.gone).all(|(mate, gone)| *gone || mate.is_some())
    }

    /// Takes `one` and `other` out, if the rest can still be matched perfectly; whether it can.
    pub(super) fn take_out(
        &mut self,
        one: usize,
        other: usize,
        edges: &dyn Fn(usize, usize) -> bool,
    ) -> bool {
        let mut rest = self.clone();
        let mut alone = Vec::new();
        for vertex in [one, other] {
            rest.gone[vertex] = true;
            if let Some(mate) = rest.mate[vertex].take() {
                rest.mate[mate] = None;
                alone.push(mate);
            }
        }
        let alone: Vec<usize> = alone.into_iter().filter(|vertex| !rest.gone[*vertex]).collect();
        if alone.first().is_some_and(|first| !rest.augment(*first, edges)) {
            return false;
        }
        *self = rest;
        true
    }

    fn join(&mut self, one: usize, other: usize) {
        self.mate[one] = Some(other);
        self.mate[other] = Some(one);
    }

    /// Looks for a path from the free vertex `root` to another one and turns it over.
    fn augment(&mut self, root: usize, edges: &dyn Fn(usize, usize) -> bool) -> bool {
        let mut search = MatchingSearch::new(self.mate.len(), root);
        let mut queue = VecDeque::from([root]);
        while let Some(from) = queue.pop_front() {
            for to in 0..self.mate.len() {
                if self.gone[to]
                    || to == from
                    || search.base[from] == search.base[to]
                    || self.mate[from] == Some(to)
                    || !edges(from, to)
                {
                    continue;
                }
                let is_even =
                    to == root || self.mate[to].is_some_and(|mate| search.parent[mate].is_some());
                if is_even {
                    queue.extend(search.shrink(from, to, &self.mate));
                } else if search.parent[to].is_none() {
                    search.parent[to] = Some(from);
                    match self.mate[to] {
                        None => {
                            self.turn_over(to, &search);
                            return true;
                        }
                        Some(mate) => {
                            search.seen[mate] = true;
                            queue.push_back(mate);
                        }
                    }
                }
            }
        }
        false
    }

    fn turn_over(&mut self, end: usize, search: &MatchingSearch) {
        let mut next = Some(end);
        while let Some(vertex) = next {
            let parent = search.parent[vertex].expect("paths lead to the root");
            let after = self.mate[parent];
            self.join(vertex, parent);
            next = after;
        }
    }
}

/// A tree of alternating paths.
struct MatchingSearch {
    root: usize,
    parent: Vec<Option<usize>>,
    base: Vec<usize>,
    seen: Vec<bool>,
}

impl MatchingSearch {
    fn new(vertices: usize, root: usize) -> MatchingSearch {
        let mut seen = vec![false; vertices];
        seen[root] = true;
        MatchingSearch { root, parent: vec![None; vertices], base: (0..vertices).collect(), seen }
    }

    /// Makes one vertex of the odd cycle that the edge closes; gives those that may go on from now.
    fn shrink(&mut self, one: usize, other: usize, mate: &[Option<usize>]) -> Vec<usize> {
        let base = self.common_base(one, other, mate);
        let mut blossom = vec![false; self.base.len()];
        self.mark([one, other], base, mate, &mut blossom);
        self.mark([other, one], base, mate, &mut blossom);
        let mut new = Vec::new();
        for vertex in 0..self.base.len() {
            if blossom[self.base[vertex]] {
                self.base[vertex] = base;
                if !std::mem::replace(&mut self.seen[vertex], true) {
                    new.push(vertex);
                }
            }
        }
        new
    }

    fn common_base(&self, one: usize, other: usize, mate: &[Option<usize>]) -> usize {
        let mut on_way = vec![false; self.base.len()];
        let mut vertex = one;
        loop {
            vertex = self.base[vertex];
            on_way[vertex] = true;
            if vertex == self.root {
                break;
            }
            let below = mate[vertex].expect("even vertices but the root have mates");
            vertex = self.parent[below].expect("odd vertices have parents");
        }
        vertex = self.base[other];
        while !on_way[vertex] {
            let below = mate[vertex].expect("even vertices but the root have mates");
            vertex = self.base[self.parent[below].expect("odd vertices have parents")];
        }
        vertex
    }

    fn mark(
        &mut self,
        edge: [usize; 2],
        base: usize,
        mate: &[Option<usize>],
        blossom: &mut [bool],
    ) {
        let [mut vertex, mut child] = edge;
        while self.base[vertex] != base {
            let below = mate[vertex].expect("even vertices but the root have mates");
            blossom[self.base[vertex]] = true;
            blossom[self.base[below]] = true;
            self.parent[vertex] = Some(child);
            child = below;
            vertex = self.parent[below].expect("odd vertices have parents");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The size of the largest matching, by trying everything.
    fn by_trying(vertices: &[usize], edges: &dyn Fn(usize, usize) -> bool) -> usize {
        let Some((first, rest)) = vertices.split_first() else { return 0 };
        let without = by_trying(rest, edges);
        let with = rest.iter().filter(|other| edges(*first, **other)).map(|other| {
            let others: Vec<usize> = rest.iter().copied().filter(|own| own != other).collect();
            1 + by_trying(&others, edges)
        });
        with.chain([without]).max().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn no_matching_is_larger(vertices in 1usize..9, bits: u64) {
            let edges = |one: usize, other: usize| {
                let (low, high) = (one.min(other), one.max(other));
                bits >> (high * (high - 1) / 2 + low) & 1 == 1
            };
            let found = Matching::largest(vertices, &edges);
            for (one, mate) in found.mate.iter().enumerate() {
                if let Some(other) = mate {
                    prop_assert!(edges(one, *other) && found.mate[*other] == Some(one));
                }
            }
            let all: Vec<usize> = (0..vertices).collect();
            let size = found.mate.iter().flatten().count() / 2;
            prop_assert_eq!(size, by_trying(&all, &edges));
        }

        #[test]
        fn removing_a_vertex_keeps_a_perfect_matching(vertices in 1usize..5, bits: u64) {
            let vertices = 2 * vertices;
            let edges = |one: usize, other: usize| {
                let (low, high) = (one.min(other), one.max(other));
                bits >> (high * (high - 1) / 2 + low) & 1 == 1
            };
            let found = Matching::largest(vertices, &edges);
            prop_assume!(found.is_perfect());
            let rest: Vec<usize> = (2..vertices).collect();
            let possible = by_trying(&rest, &edges) == rest.len() / 2;
            let mut found = found;
            prop_assert_eq!(found.take_out(0, 1, &edges), possible);
            prop_assert!(found.is_perfect());
        }
    }
}
