//! Segments of a path: texts that change neither its depth nor its host.

/// The maximum length of a ticker, in bytes. The longest real ones are option contracts with 21.
const MAX_TICKER: usize = 64;

/// Returns why a text cannot be a ticker, and what to write instead.
pub(crate) fn ticker_fault(ticker: &str) -> Option<String> {
    if ticker.len() > MAX_TICKER {
        return Some(format!("it has {} bytes; write a symbol of at most {MAX_TICKER}", ticker.len()));
    }
    segment_fault(ticker)
}

/// Returns why a text cannot be a segment of a path, and what to write instead.
pub(crate) fn segment_fault(segment: &str) -> Option<String> {
    if segment.trim().is_empty() {
        return Some("it is empty; write a symbol such as IBM".to_owned());
    }
    if segment == "." || segment == ".." {
        return Some("it would change the path; write a symbol such as IBM".to_owned());
    }
    if segment.chars().any(char::is_control) {
        return Some("it has control characters; write a symbol such as IBM".to_owned());
    }
    None
}
