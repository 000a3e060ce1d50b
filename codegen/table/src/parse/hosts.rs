//! The keys of `hosts`: addresses, and the credentials that they want.

use indexmap::IndexMap;

use super::keys::{Shape, keys};

/// The words that `type` of `auth` takes.
const AUTHS: &[&str] = &["header", "query", "bearer", "basic", "oauth2", "contact", "custom"];

keys! {
    /// A host that requests go to.
    Host, named by Word {
        /// Describes the data of the host.
        must "doc" => doc: String, "The host for JSON query endpoints.", Patch "has another doc";
        /// Its address, `https://` or `http://`, without a `/` at the end.
        must "default" => default: String, "https://query.example.com",
            Patch "has the address {new} instead of {old}";
        /// `true` if a converter or the client's authenticator reads its address. A host that no request of the table
        /// goes to says so.
        may "client" => client: bool, "true";
        /// The credentials that it wants. Their secret never stands here: a client is given it.
        may "auth" => auth: Option<Auth>, "{ type: header, name: X-Api-Key, env: SHOP_KEY }";
        /// Other credentials that it takes instead of `auth`, by names of their own. The first whose secret is there is sent.
        may "auth_or" => auth_or: IndexMap<String, Auth>, "";
        /// Constant headers of every request to it, `Name=value`. Those of an endpoint replace them.
        may "headers" => headers: Vec<String>, "[X-Api-Version=2]", Patch "has other constant headers";
        /// The number of requests that it takes in a time, from all of a client: a number, `/`, and an integer with `s`, `m`,
        /// `h` or `d`.
        may "rate" => rate: Option<String>, "25/1m", Patch "takes another number of requests";
        /// The words that it wants to be shown with its data, in a line.
        may "attribution" => attribution: Option<String>, "Data by Example (https://example.com)",
            Patch "wants other words with its data";
        /// `true` if it forbids to keep its replies: a cache keeps none.
        may "no_copies" => no_copies: bool, "true",
            Minor "forbids to keep its replies",
            Patch "allows to keep its replies";
        /// `true` if its data are for a user's own use: a gateway for others leaves its endpoints out.
        may "own_use" => own_use: bool, "true",
            Minor "is for a user's own use",
            Patch "may be passed on";
    }

    /// The credentials that a host wants.
    Auth, named by Word {
        /// The form in which they are sent: a key in a `header` or in the `query`, a token (`bearer`), a name with a
        /// password (`basic`), a token that another host gives (`oauth2`), an address of the caller in `User-Agent`
        /// (`contact`), or what the authenticator of the client sends (`custom`).
        must "type" => kind: String, "bearer" as Shape::OneOf(AUTHS), Major "wants other credentials";
        /// The name of the header, or the name in the query.
        may "name" => name: Option<String>, "X-Api-Key", Major "wants other credentials";
        /// The environment variable with the secret of a client that is given none: a key or token, or
        /// `name:password`.
        may "env" => env: Option<String>, "SHOP_KEY",
            Minor "reads its secret from {new}",
            Major "reads its secret from another variable";
        /// The environment variable with the second part of the secret; the one of `env` then has the first alone.
        may "second_env" => second_env: Option<String>, "SHOP_SECRET",
            Minor "reads its secret from {new}",
            Major "reads its secret from another variable";
        /// The name of the second header, or the second name in the query, of a secret in two parts.
        may "second" => second: Option<String>, "X-Api-Secret", Major "wants other credentials";
        /// The word before a token, `Bearer` without the key.
        may "word" => word: Option<String>, "Token", Major "wants other credentials";
        /// `true` if the host answers without credentials, too: without a secret none are sent.
        may "optional" => optional: bool, "true",
            Patch "answers without credentials, too",
            Major "no longer answers without credentials";
        /// The host that gives tokens.
        may "token_host" => token_host: Option<String>, "login_url", Major "wants other credentials";
        /// The path below that host.
        may "token_path" => token_path: Option<String>, "oauth/token", Major "wants other credentials";
        /// The scopes of the tokens.
        may "scopes" => scopes: Vec<String>, "[read]", Major "wants other credentials";
    }
}

impl Host {
    /// Returns every form of credentials that it takes.
    pub fn credentials(&self) -> impl Iterator<Item = &Auth> {
        self.auth.iter().chain(self.auth_or.values())
    }

    /// Returns what it wants of those who use its data, a sentence each.
    pub(super) fn terms(&self) -> Vec<String> {
        let shown = self.attribution.as_ref().map(|words| format!("Show `{words}` with the data."));
        let kept = self.no_copies.then(|| "The host forbids to keep replies: no cache does.".to_owned());
        let used = "The data are for your own use: a gateway for others leaves them out.";
        shown.into_iter().chain(kept).chain(self.own_use.then(|| used.to_owned())).collect()
    }
}
