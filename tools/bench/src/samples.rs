//! Repeated measurements: the middle and the spread.

/// What one thing measured, several times.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples(Vec<f64>);

impl Samples {
    /// One more.
    pub(crate) fn push(&mut self, value: f64) {
        let place = self.0.partition_point(|other| other.total_cmp(&value).is_le());
        self.0.insert(place, value);
    }

    /// The same in another unit.
    pub(crate) fn map(self, convert: impl Fn(f64) -> f64) -> Samples {
        self.0.into_iter().map(convert).collect()
    }

    /// Half of them lie below.
    pub(crate) fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// The value below which `share` of them lie, between neighbours in proportion.
    pub(crate) fn quantile(&self, share: f64) -> f64 {
        let Some(last) = self.0.len().checked_sub(1) else { return f64::NAN };
        let place = share * last as f64;
        let (low, high) = (self.0[place.floor() as usize], self.0[place.ceil() as usize]);
        low + (high - low) * place.fract()
    }
}

impl FromIterator<f64> for Samples {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Samples {
        let mut samples = Samples::default();
        values.into_iter().for_each(|value| samples.push(value));
        samples
    }
}

#[cfg(test)]
mod tests {
    use super::Samples;

    #[test]
    fn quantiles_lie_between_neighbours() {
        let samples: Samples = [4.0, 1.0, 3.0, 2.0].into_iter().collect();
        assert_eq!(samples.median(), 2.5);
        assert_eq!((samples.quantile(0.0), samples.quantile(1.0)), (1.0, 4.0));
        assert!(Samples::default().median().is_nan());
    }
}
