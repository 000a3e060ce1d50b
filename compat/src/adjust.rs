//! The ways in which the prices of a history are adjusted.

/// The adjustment of a history's prices for dividends and splits.
///
/// It has the values of [`AdjustType`](virtual_finance::AdjustType), yfinance's default, and no adjustment at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Adjust {
    /// [`AdjustType::Auto`](virtual_finance::AdjustType::Auto): the close becomes the adjusted close, and the other prices follow it.
    #[default]
    Auto,
    /// [`AdjustType::Back`](virtual_finance::AdjustType::Back), whose bars are economically odd.
    Back,
    /// yfinance's `back_adjust`: open, high and low as with [`Auto`](Self::Auto), and the close as it was.
    YfinanceBack,
    /// Prices as the host sends them.
    Unadjusted,
}

impl Adjust {
    /// All adjustments, the default first.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Back, Self::YfinanceBack, Self::Unadjusted];

    /// Returns the name, for example `yfinance-back`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Back => "back",
            Self::YfinanceBack => "yfinance-back",
            Self::Unadjusted => "none",
        }
    }

    /// Returns the adjustment of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|adjust| adjust.as_str() == name)
    }
}
