//! The checks of the doctor, each with its name.

use super::say;
use crate::groups::Lacking;
use certamen_i18n::{Localize, Message};
use serde::{Deserialize, Serialize};

/// Declares [`Item`]: the documentation, the name and the text of each item.
macro_rules! items {
    ($($(#[$doc:meta])* $item:ident => $say:ident,)*) => {
        /// Something that the doctor tries.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        pub enum Item {
            $($(#[$doc])* $item,)*
            /// A control group that is missing.
            #[serde(skip)]
            Missing(Lacking),
        }

        impl Localize for Item {
            fn message(&self) -> Message {
                match self {
                    $(Item::$item => say::$say(),)*
                    Item::Missing(what) => what.message(),
                }
            }
        }
    };
}

items! {
    /// The kernel.
    Kernel => kernel,
    /// Who we are.
    User => user,
    /// A namespace of users.
    UserNamespace => user_namespace,
    /// A namespace of mounts.
    MountNamespace => mount_namespace,
    /// All other namespaces.
    OtherNamespaces => other_namespaces,
    /// Going to another root.
    PivotRoot => pivot_root,
    /// A private `/proc`.
    MountOfProc => mount_of_proc,
    /// Mounts that are made read-only.
    MountAttributes => mount_attributes,
    /// Filters of system calls.
    Seccomp => seccomp,
    /// Handles of processes.
    Pidfd => pidfd,
    /// Files closed by the process itself.
    Landlock => landlock,
    /// Where the time comes from.
    TimeSource => time_source,
    /// Control groups.
    ControlGroups => control_groups,
    /// Control groups that can be stopped.
    Turns => turns,
    /// Programs that try to break out.
    Canaries => canaries,
    /// Any sandbox at all.
    Sandbox => sandbox,
    /// Trying the sandbox.
    SelfTest => self_test,
    /// Nothing can be written outside.
    RootIsReadOnly => root_is_read_only,
    /// The machine's files cannot be seen.
    FilesAreHidden => files_are_hidden,
    /// The machine's files cannot be opened.
    FilesAreClosed => files_are_closed,
    /// Other processes are safe.
    OthersOutOfReach => others_out_of_reach,
    /// There are no sockets.
    NoSockets => no_sockets,
    /// No namespace or mount can be made.
    NoNamespaces => no_namespaces,
    /// The first process is safe.
    FirstOutOfReach => first_out_of_reach,
    /// Rare parts of the kernel are closed.
    RareParts => rare_parts,
    /// Programs cannot become another user.
    NoOtherUser => no_other_user,
    /// Answers are received.
    AnswersAreHeard => answers_are_heard,
    /// The filter of system calls.
    CallFilter => call_filter,
    /// Other entries of the kernel.
    SideDoors => side_doors,
    /// A separate user.
    SecondUser => second_user,
    /// Programs cannot kill the first process.
    FirstProcess => first_process,
    /// Programs cannot raise limits.
    LimitsStay => limits_stay,
    /// No more descriptors than three.
    ThreeDescriptors => three_descriptors,
    /// There is no network.
    NoNetwork => no_network,
    /// Every run has the same process number.
    ConstantNumber => constant_number,
    /// Daemons are ended.
    Daemons => daemons,
    /// Processes are limited.
    ProcessLimit => process_limit,
    /// Memory is limited.
    MemoryLimit => memory_limit,
    /// Computing time is limited.
    ComputingTime => computing_time,
    /// That of children is, too.
    ChildrenTime => children_time,
    /// Wall time is limited.
    WallTime => wall_time,
    /// Output is limited.
    OutputLimit => output_limit,
    /// The scratch folder is limited, and empty each time.
    ScratchFolder => scratch_folder,
    /// The clock of the group is exact.
    GroupClock => group_clock,
    /// Programs are stopped off turn.
    Freezing => freezing,
    /// A group that limits memory.
    MemoryGroup => memory_group,
    /// A group that limits processes.
    ProcessGroup => process_group,
    /// Namespaces.
    Namespaces => namespaces,
    /// A private view of the files.
    PrivateRoot => private_root,
    /// Limits.
    Limits => limits,
    /// What a sandbox costs.
    Raising => raising,
    /// What a run costs without one.
    BareRun => bare_run,
    /// What a run in it costs.
    SandboxRun => sandbox_run,
    /// What an answer costs on one core.
    OneCore => one_core,
    /// What stopping costs.
    Stopping => stopping,
    /// What an answer costs across cores.
    TwoCores => two_cores,
    /// What the host took away.
    Stolen => stolen,
}

certamen_i18n::said!(Item);
