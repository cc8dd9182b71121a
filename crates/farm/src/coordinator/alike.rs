//! Binds a contest to workers of one class, so that all its matches are comparable.

use super::{ClassBinding, Coordinator};
use crate::say;
use std::time::Duration;

/// After this time all available workers have answered.
const ANSWERS: Duration = Duration::from_millis(500);

impl Coordinator {
    /// The classes that may play, and how many matches are played at a time there.
    pub(super) fn classes(&self) -> impl Iterator<Item = (&String, &usize)> {
        self.roster.slots().iter().filter(|(class, _)| match &self.contest.class_binding {
            None => true,
            Some(ClassBinding::Class(own)) => own == *class,
            Some(ClassBinding::Largest) => false,
        })
    }

    /// Keeps to the class with most slots from now on, if that is what is wanted.
    pub(super) fn choose_class(&mut self) {
        let Some(class_binding) = &self.contest.class_binding else { return };
        if *class_binding == ClassBinding::Largest {
            // Wait until all available workers have answered.
            if self.transport.now().saturating_duration_since(self.began) < ANSWERS {
                return;
            }
            let most = self.roster.slots().iter().max_by_key(|(_, slots)| **slots);
            let Some((class, _)) = most else { return };
            self.news.push(say::keeps_to(class));
            self.contest.class_binding = Some(ClassBinding::Class(class.clone()));
        }
    }

    /// Reports once that work waits because no worker may play it, after all workers have had time
    /// to announce themselves.
    pub(super) fn report_no_worker(&mut self) {
        let is_empty = self.classes().next().is_none();
        let age = self.transport.now().saturating_duration_since(self.began);
        if is_empty && !self.said.no_worker {
            if self.waiting.len() == 0 || age < self.contest.terms.beat {
                return;
            }
            self.news.push(match &self.contest.class_binding {
                Some(ClassBinding::Class(class)) => say::waits_for_class(class),
                Some(ClassBinding::Largest) | None => say::no_worker(&self.contest.weakest),
            });
        }
        self.said.no_worker = is_empty;
    }
}
