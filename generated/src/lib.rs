//! virtual-finance
