//! virtual-finance-tests
