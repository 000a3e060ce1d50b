//! virtual-finance-sample
