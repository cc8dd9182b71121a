//! Match jobs: the header of the record, and the folders that bots find.

use super::Contest;
use crate::{ContestError, file::Memory};
use certamen_game::{SeatEntry, Table};
use certamen_store::{FolderLifetime, MatchJob, MatchNumber, SavedFolder, StoredMatch};

impl Contest {
    /// A match as it is handed out.
    pub(super) fn work(&self, stored: &StoredMatch) -> Result<MatchJob, ContestError> {
        let seats = self.pairing(stored).seats.into_iter().map(|id| SeatEntry {
            digest: Some(self.digests[id.index()].clone()).filter(|digest| !digest.is_empty()),
            ..SeatEntry::named(&self.entrants[id.index()].name)
        });
        let table = Table::new(self.file.game)
            .options(self.file.options.clone())
            .seed(stored.seed)
            .seats(seats)
            .conditions(self.conditions.clone());
        let mut folders = vec![Vec::new(); stored.seats.len()];
        if let Some(circle) = self.circle(stored) {
            for (folder, owner) in folders.iter_mut().zip(&stored.seats) {
                *folder = self.store.folder(*owner, &circle)?.unwrap_or_default();
            }
        }
        Ok(MatchJob { number: stored.number, table, seats: stored.seats.clone(), folders })
    }

    /// What the programs of a match leave in their folders.
    pub(super) fn kept(
        &self,
        number: MatchNumber,
        folders: Vec<Option<Vec<u8>>>,
    ) -> Vec<SavedFolder> {
        let Some(stored) = self.agenda.under_way(number) else { return Vec::new() };
        let Some(circle) = self.circle(stored) else { return Vec::new() };
        let left = stored.seats.iter().zip(folders);
        left.filter_map(|(owner, content)| {
            Some(SavedFolder { owner: *owner, circle: circle.clone(), content: content? })
        })
        .collect()
    }

    /// The matches through which the folders of a match live.
    fn circle(&self, stored: &StoredMatch) -> Option<FolderLifetime> {
        match self.file.programs.memory {
            Memory::None | Memory::Match => None,
            Memory::Pair => Some(FolderLifetime::Table(stored.seats.clone())),
            Memory::Contest => Some(FolderLifetime::Contest),
        }
    }
}
