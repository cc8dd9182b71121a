//! What any sandbox must do, as functions over `&dyn Sandbox`.
//!
//! Limits of time are asserted with wide margins: these tests are about verdicts, not figures.

pub(crate) mod runs;
pub(crate) mod surroundings;
pub(crate) mod talks;

use certamen_sandbox::{Broken, Process, Program, Run, Sandbox, SandboxError, TimeBudget};
use std::time::{Duration, Instant};

/// What tests do most, in one call each.
pub(crate) trait Quick {
    fn run(
        &self,
        program: &Program,
        argument: Option<&str>,
        input: Option<&[u8]>,
        time: Duration,
    ) -> Result<Run, SandboxError>;
    fn start(&self, program: &Program) -> Result<Box<dyn Process>, SandboxError>;
}

impl<S: Sandbox + ?Sized> Quick for S {
    fn run(
        &self,
        program: &Program,
        argument: Option<&str>,
        input: Option<&[u8]>,
        time: Duration,
    ) -> Result<Run, SandboxError> {
        self.create_cell(program)?.run(argument, input, TimeBudget { cpu: time, wall: time })
    }

    fn start(&self, program: &Program) -> Result<Box<dyn Process>, SandboxError> {
        self.create_cell(program)?.start()
    }
}

/// One turn of a living program in which it has `time` to say a line.
pub(crate) fn receive(
    process: &mut dyn Process,
    line: &mut Vec<u8>,
    time: Duration,
) -> Result<(), Broken> {
    process.begin_turn(TimeBudget { cpu: time, wall: time }).unwrap();
    let heard = process.receive(line);
    process.end_turn().unwrap();
    heard
}

/// Longer than anything that is to happen at once takes on the busiest machine, and a tenth of what
/// it would take if it were waited for.
const SOON: Duration = Duration::from_secs(3);
/// Longer than any test waits.
const LONG: Duration = Duration::from_secs(30);
/// Time for those who overrun it.
const SHORT: Duration = Duration::from_millis(100);

/// Does it and asserts that it was done at once.
fn soon<T>(what: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = what();
    let passed = started.elapsed();
    assert!(passed < SOON, "it took {passed:?}");
    result
}

/// The tests of the contract for the sandbox that the expression makes: one for each case.
macro_rules! contract {
    ($sandbox:expr) => {
        crate::contract::contract! { $sandbox, if true }
    };
    ($sandbox:expr, if $possible:expr) => {
        crate::contract::cases! { $sandbox, $possible,
            runs {
                an_answer_is_heard, an_answer_in_time_counts, sleepers_run_out_of_time,
                sleepers_are_not_waited_for, naps_in_many_runs_are_counted_together,
                an_answer_too_late_does_not_count, output_is_bounded, output_in_small_pieces_gives_no_time,
                closing_the_output_is_the_end, unread_input_does_not_block,
                long_input_arrives_whole, exit_codes_are_reported, an_answer_outweighs_an_exit_code,
                signals_are_reported, a_program_that_stops_itself_runs_out_of_time, bytes_arrive_as_they_are,
                no_signal_can_be_refused, children_that_hold_the_output_open_cause_no_delay,
                descendants_end_with_their_program, the_end_of_standard_error_is_stored, endless_output_on_standard_error_gives_no_time,
            }
            talks {
                lines_are_answered, a_line_is_awaited_without_ending_the_program, a_dialogue_with_a_script_works, long_lines_pass,
                a_line_longer_than_what_may_wait_arrives, sleepers_stay_timed_out,
                a_late_answer_is_never_read, lines_are_bounded, endless_lines_are_read_one_by_one,
                output_in_small_pieces_gives_no_time, lines_written_ahead_are_stored, an_incomplete_line_is_no_line,
                closing_the_output_is_the_end, unread_lines_do_not_block,
                a_program_that_answers_need_not_read, the_end_is_reported, sending_to_an_ended_program_is_possible,
                a_program_that_stops_itself_runs_out_of_time, no_signal_can_be_refused,
                children_that_hold_the_output_open_cause_no_delay, descendants_end_with_their_program,
                bytes_arrive_as_they_are, closed_input_is_an_end, output_on_standard_error_does_not_block,
                endless_output_on_standard_error_gives_no_time, sleepers_are_not_waited_for,
                naps_are_counted_together, a_computing_program_is_awake,
            }
            surroundings {
                only_three_descriptors_are_open, the_environment_is_what_was_given,
                the_directory_is_what_was_given, the_argument_comes_last_and_whole,
                signals_are_as_a_program_expects_them, memory_is_limited,
                a_program_that_cannot_be_started_is_our_fault,
                a_file_that_is_not_executed_is_the_programs_fault, nothing_is_left_of_many,
            }
        }
    };
}

/// A module of tests for each group of cases.
macro_rules! cases {
    ($sandbox:expr, $possible:expr, $($group:ident { $($case:ident,)+ })+) => {
        $(mod $group {
            use super::*;

            $(#[test]
            fn $case() {
                if $possible {
                    let _alone = crate::alone::alone();
                    crate::contract::$group::$case(&$sandbox);
                }
            })+
        })+
    };
}

pub(crate) use {cases, contract};
