//! virtual-finance-codegen
