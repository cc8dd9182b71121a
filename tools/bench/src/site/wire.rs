//! The cost of single pages: to render, and to send with all their resources.

use super::{
    TABLE,
    served::{Served, ask},
};
use crate::{Bench, samples::Samples, table::Figure};
use anyhow::Result;
use std::{collections::BTreeSet, time::Instant};

pub(super) fn figures(bench: &Bench, site: &Served) -> Result<Vec<Figure>> {
    let mut stream = site.connect()?;
    let mut replay = Samples::default();
    let mut bytes = 0;
    for number in 1..=bench.of(50, 10) {
        let asked = Instant::now();
        bytes = ask(&mut stream, &format!("/en/c/board/matches/{number}"))?;
        replay.push(1000.0 * asked.elapsed().as_secs_f64());
    }
    let states = ask(&mut stream, "/en/c/board/matches/1/frames.js")?;
    let (first, requests) = with_assets(site, "/en/")?;
    let (table, _) = with_assets(site, TABLE)?;
    Ok(vec![
        Figure::most("a replay of Go, page written anew", "ms", replay, 5.0),
        Figure::most("the page on the wire", "kB", kilobytes(bytes), 60.0),
        Figure::new("200 of its states on the wire", "kB", kilobytes(states)),
        Figure::most("the first page on the wire, all of it", "kB", kilobytes(first), 50.0),
        Figure::most("requests for it", "requests", one(requests as f64), 4.0),
        Figure::new("the large table on the wire, all of it", "kB", kilobytes(table)),
    ])
}

/// How many bytes a page has on the wire with what it asks for, and how many requests that takes.
fn with_assets(site: &Served, path: &str) -> Result<(usize, usize)> {
    let page = site.page(path)?;
    let places = ["href=\"/a/", "src=\"/a/"];
    let found = places.iter().flat_map(|place| page.split(place).skip(1));
    let assets: BTreeSet<&str> = found.filter_map(|rest| rest.split('"').next()).collect();
    let mut stream = site.connect()?;
    let mut bytes = ask(&mut stream, path)?;
    for asset in &assets {
        bytes += ask(&mut stream, &format!("/a/{asset}"))?;
    }
    Ok((bytes, assets.len() + 1))
}

fn kilobytes(bytes: usize) -> Samples {
    one(bytes as f64 / 1000.0)
}

fn one(value: f64) -> Samples {
    std::iter::once(value).collect()
}
