//! Cells that are reused for many matches of the same program.
//!
//! Building a cell takes a hundred times as long as running a small program in it. A cell is reused
//! only if nothing can be left in it, which the cell itself knows.

mod lasting;

use crate::{Cell, Process, Program, Run, Sandbox, SandboxError, Tier, TimeBudget};
use lasting::LastingPool;
use std::sync::{Arc, Mutex, PoisonError};

/// A sandbox with reused cells. The processes in a cell stay on the core on which they were
/// started, so that each thread that is pinned to a core has its own.
pub struct CellPool {
    inner: Arc<dyn Sandbox>,
    idle: Arc<Idle>,
    process_pool: LastingPool,
}

/// Unused cells, the most recently used last.
struct Idle {
    most: usize,
    cells: Mutex<Vec<PooledCell>>,
}

struct PooledCell {
    program: Program,
    cell: Box<dyn Cell>,
}

impl CellPool {
    /// The sandbox `inner`, which keeps at most `most` idle cells.
    pub fn new(inner: Arc<dyn Sandbox>, most: usize) -> CellPool {
        let cells = Mutex::new(Vec::new());
        CellPool {
            inner,
            idle: Arc::new(Idle { most, cells }),
            process_pool: LastingPool::default(),
        }
    }
}

impl Idle {
    /// A cell for `program` that is as good as new.
    fn take(&self, program: &Program) -> Option<Box<dyn Cell>> {
        let mut cells = self.cells.lock().unwrap_or_else(PoisonError::into_inner);
        let position = cells.iter().position(|pooled| alike(&pooled.program, program))?;
        let mut cell = cells.remove(position).cell;
        drop(cells);
        cell.renew(program).then_some(cell)
    }

    fn put(&self, pooled: PooledCell) {
        let mut cells = self.cells.lock().unwrap_or_else(PoisonError::into_inner);
        cells.push(pooled);
        let surplus = cells.len().saturating_sub(self.most);
        let oldest: Vec<PooledCell> = cells.drain(..surplus).collect();
        // Removing a cell takes some time.
        drop(cells);
        drop(oldest);
    }
}

/// Whether two programs can share a cell: what differs by match is ignored.
fn alike(one: &Program, other: &Program) -> bool {
    one.command == other.command
        && one.directory == other.directory
        && one.limits == other.limits
        && one.folders == other.folders
}

impl Sandbox for CellPool {
    fn tier(&self) -> Tier {
        self.inner.tier()
    }

    fn create_cell(&self, program: &Program) -> Result<Box<dyn Cell>, SandboxError> {
        let cell = match self.idle.take(program) {
            Some(cell) => cell,
            None => self.inner.create_cell(program)?,
        };
        let pooled = Some(PooledCell { program: program.clone(), cell });
        Ok(Box::new(BorrowedCell { pooled, sound: true, idle: Arc::clone(&self.idle) }))
    }

    fn create_reusable_cell(&self, program: &Program) -> Result<Box<dyn Cell>, SandboxError> {
        self.process_pool.create_cell(&*self.inner, program)
    }
}

struct BorrowedCell {
    /// `None` once it is returned.
    pooled: Option<PooledCell>,
    /// Whether no operation failed.
    sound: bool,
    idle: Arc<Idle>,
}

impl BorrowedCell {
    fn within<T>(
        &mut self,
        work: impl FnOnce(&mut dyn Cell) -> Result<T, SandboxError>,
    ) -> Result<T, SandboxError> {
        let pooled = self.pooled.as_mut().expect("it is returned at the end only");
        let result = work(&mut *pooled.cell);
        self.sound &= result.is_ok();
        result
    }
}

impl Cell for BorrowedCell {
    fn start(&mut self) -> Result<Box<dyn Process>, SandboxError> {
        self.within(|cell| cell.start())
    }

    fn run(
        &mut self,
        argument: Option<&str>,
        input: Option<&[u8]>,
        budget: TimeBudget,
    ) -> Result<Run, SandboxError> {
        self.within(|cell| cell.run(argument, input, budget))
    }
}

impl Drop for BorrowedCell {
    fn drop(&mut self) {
        // The content that is kept is copied out when the cell is released, which is waited for.
        let again = |pooled: &PooledCell| self.sound && !pooled.program.keeps();
        if let Some(pooled) = self.pooled.take().filter(again) {
            self.idle.put(pooled);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, ProgramExit};
    use std::{
        sync::atomic::{AtomicUsize, Ordering::Relaxed},
        time::Duration,
    };

    /// A sandbox that counts its cells, which can be reused or not.
    struct Counting {
        built: Arc<AtomicUsize>,
        renews: bool,
    }

    struct Counted {
        renews: bool,
    }

    impl Sandbox for Counting {
        fn tier(&self) -> Tier {
            Tier::D
        }

        fn create_cell(&self, _program: &Program) -> Result<Box<dyn Cell>, SandboxError> {
            self.built.fetch_add(1, Relaxed);
            Ok(Box::new(Counted { renews: self.renews }))
        }
    }

    impl Cell for Counted {
        fn start(&mut self) -> Result<Box<dyn Process>, SandboxError> {
            Err(SandboxError::NoCommand)
        }

        fn run(
            &mut self,
            _: Option<&str>,
            _: Option<&[u8]>,
            _: TimeBudget,
        ) -> Result<Run, SandboxError> {
            Ok(Run {
                output: Vec::new(),
                errors: Vec::new(),
                end: ProgramExit::Exited(0),
                memory: None,
                charged: Duration::ZERO,
                wall: Duration::ZERO,
                asleep: Duration::ZERO,
            })
        }

        fn renew(&mut self, _program: &Program) -> bool {
            self.renews
        }
    }

    fn program(name: &str) -> Program {
        Program {
            command: vec![name.into()],
            directory: "/".into(),
            environment: Vec::new(),
            limits: Limits::default(),
            folders: Vec::new(),
        }
    }

    /// How many cells are built for these programs, one after the other, of which `most` are kept.
    fn check(renews: bool, most: usize, programs: &[&str], expected: usize) {
        let built = Arc::new(AtomicUsize::new(0));
        let sandbox = CellPool::new(Arc::new(Counting { built: Arc::clone(&built), renews }), most);
        for name in programs {
            let mut cell = sandbox.create_cell(&program(name)).unwrap();
            cell.run(None, None, TimeBudget::default()).unwrap();
        }
        assert_eq!(built.load(Relaxed), expected, "{programs:?}, {most} kept");
    }

    #[test]
    fn places_are_used_again() {
        check(true, 2, &["a", "b", "a", "b", "a"], 2);
        check(true, 1, &["a", "b", "a", "b", "a"], 5);
        check(true, 1, &["a", "a", "b", "b"], 2);
    }

    #[test]
    fn a_cell_that_cannot_be_renewed_is_built_again() {
        check(false, 9, &["a", "a", "a"], 3);
    }

    #[test]
    fn a_place_where_something_failed_is_not_used_again() {
        let built = Arc::new(AtomicUsize::new(0));
        let counting = Counting { built: Arc::clone(&built), renews: true };
        let sandbox = CellPool::new(Arc::new(counting), 9);
        assert!(sandbox.create_cell(&program("a")).unwrap().start().is_err());
        drop(sandbox.create_cell(&program("a")).unwrap());
        assert_eq!(built.load(Relaxed), 2);
    }

    #[test]
    fn two_at_once_have_two_places() {
        let built = Arc::new(AtomicUsize::new(0));
        let counting = Counting { built: Arc::clone(&built), renews: true };
        let sandbox = CellPool::new(Arc::new(counting), 9);
        let both =
            [program("a"), program("a")].map(|program| sandbox.create_cell(&program).unwrap());
        drop(both);
        assert_eq!(built.load(Relaxed), 2);
    }
}
