//! The credentials that hosts want.

use crate::parse::table;

/// The credentials that a host wants.
pub(crate) struct Auth<'t> {
    pub(crate) scheme: Scheme<'t>,
    /// The environment variable that has the secret.
    pub(crate) env: Option<&'t str>,
}

/// The form in which credentials are sent.
pub(crate) enum Scheme<'t> {
    Header(&'t str),
    Query(&'t str),
    Bearer,
    Basic,
    OAuth2 { host: &'t str, path: &'t str, scopes: &'t [String] },
    Custom,
}

impl<'t> Auth<'t> {
    pub(super) fn new(auth: &'t table::Auth) -> Option<Self> {
        Some(Self { scheme: Scheme::new(auth)?, env: auth.env.as_deref() })
    }
}

impl<'t> Scheme<'t> {
    fn new(auth: &'t table::Auth) -> Option<Self> {
        Some(match auth.kind.as_str() {
            "header" => Self::Header(auth.name.as_deref()?),
            "query" => Self::Query(auth.name.as_deref()?),
            "bearer" => Self::Bearer,
            "basic" => Self::Basic,
            "oauth2" => Self::OAuth2 {
                host: auth.token_host.as_deref()?,
                path: auth.token_path.as_deref()?,
                scopes: &auth.scopes,
            },
            "custom" => Self::Custom,
            _ => return None,
        })
    }
}
