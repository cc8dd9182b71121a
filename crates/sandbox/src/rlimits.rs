//! The kernel's resource limits (rlimits): each process lowers its own, and none is raised.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::io;

/// Too little for any core file, and the one number by which the kernel refrains from handing a
/// dump to a program of the machine, for which no limit counts.
pub(crate) const NO_CORE: u64 = 1;

/// How many bytes of address space a process may have where the kernel's tables for them are not
/// counted: several times what any language reserves, and tables of 128 MiB.
pub(crate) const ADDRESSES: u64 = 64 << 30;

/// Lowers what this process and all that it starts may use to `value`, or leaves it where it is
/// already lower.
pub(crate) fn lower(resource: Resource, value: u64) -> io::Result<()> {
    let highest = getrlimit(resource).maximum.unwrap_or(u64::MAX);
    let value = Some(value.min(highest));
    Ok(setrlimit(resource, Rlimit { current: value, maximum: value })?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lower_already_stays() {
        lower(Resource::Core, NO_CORE).unwrap();
        lower(Resource::Core, 1 << 20).unwrap();
        assert_eq!(getrlimit(Resource::Core).maximum, Some(NO_CORE));
    }
}
