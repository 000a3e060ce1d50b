//! virtual-finance-cli
