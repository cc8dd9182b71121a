//! Stores of other versions, and files that are no stores.

use certamen_store::{Store, StoreError};
use rusqlite::Connection;
use std::fs;

#[test]
fn a_store_from_the_future_and_a_file_that_is_none_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    drop(Store::create(&path).unwrap());
    let connection = Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    assert!(matches!(Store::read(&path), Err(StoreError::Newer { found: 99, .. })));
    fs::write(&path, "no database at all, but long enough to be looked at as one").unwrap();
    assert!(matches!(Store::create(&path), Err(StoreError::Damaged { .. })));
}

#[test]
fn a_file_that_was_cut_off_and_one_of_others_are_damaged_not_empty() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.sqlite");
    let is_refused = || {
        assert!(matches!(Store::read(&path), Err(StoreError::Damaged { .. })));
        assert!(matches!(Store::create(&path), Err(StoreError::Damaged { .. })));
    };
    fs::write(&path, "x").unwrap();
    is_refused();
    fs::remove_file(&path).unwrap();
    let others = Connection::open(&path).unwrap();
    others.execute_batch("CREATE TABLE birds (name TEXT)").unwrap();
    drop(others);
    is_refused();
}
