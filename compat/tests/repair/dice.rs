//! Repeatable choices.

/// A repeatable choice.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn of_seed(seed: u64) -> Self {
        let mut dice = Self(seed);
        // The first choices of seeds next to each other are alike.
        (0..8).for_each(|_| _ = dice.below(2));
        dice
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    pub(crate) fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Returns a number from 0 to 1.
    pub(crate) fn part(&mut self) -> f64 {
        self.below(1 << 20) as f64 / f64::from(1 << 20)
    }

    pub(crate) fn bell(&mut self) -> f64 {
        (0..12).map(|_| self.part()).sum::<f64>() - 6.0
    }

    pub(crate) fn tail(&mut self) -> f64 {
        let size = if self.below(25) == 0 { 4.0 } else { 1.0 };
        size * self.bell()
    }
}
