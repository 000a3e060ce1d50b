//! The structure of an option chain.

use virtual_finance_core::Field;

use crate::read::amounts;
use crate::records::options::Chain;

impl Chain {
    /// Returns the chain with the counts of contracts as integers.
    pub(super) fn with_whole_counts(mut self) -> Self {
        for side in [&mut self.calls, &mut self.puts] {
            let Field::Value(contracts) = side else { continue };
            for contract in contracts {
                amounts::whole_field(&mut contract.volume);
                amounts::whole_field(&mut contract.open_interest);
            }
        }
        self
    }
}
