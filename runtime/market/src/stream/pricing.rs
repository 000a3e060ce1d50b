//! The messages of the host: JSON around Base64 around a protocol buffer. Each field is there or not, so that zero and
//! absent stay two things.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use prost::Message as _;
use serde::{Deserialize, Serialize};
use virtual_finance_core::read::shortened;

use super::fault::MessageFault;
use super::members::{MarketHours, OptionType, QuoteType};

/// The type of messages with prices.
const PRICING: &str = "pricing";

/// Declares the fields of a message but the symbol: their documentation, name, wire type, number, type on the wire and
/// type in a tick.
macro_rules! fields {
    ($($(#[$doc:meta])+ $name:ident: $wire:ident($number:tt) $raw:ty => $type:ty,)+) => {
        /// A message as the host encodes it.
        #[derive(Clone, PartialEq, prost::Message)]
        struct Pricing {
            #[prost(string, optional, tag = "1")]
            id: Option<String>,
            $(#[prost($wire, optional, tag = $number)] $name: Option<$raw>,)+
        }

        /// One message of the stream: the price of an instrument and what came along.
        ///
        /// A value that the host did not send is `None`, and absent in JSON, where names are the host's, such as
        /// `dayVolume`; a zero was sent. Prices are numbers of single precision in [`currency`](Self::currency), as
        /// the host sends them; [`decimal`](Self::decimal) gives one as people read it.
        #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase")]
        #[non_exhaustive]
        pub struct Tick {
            /// The symbol, for example `IBM`.
            pub symbol: String,
            $($(#[$doc])+ #[serde(default, skip_serializing_if = "Option::is_none")] pub $name: Option<$type>,)+
        }

        impl TryFrom<Pricing> for Tick {
            type Error = MessageFault;

            fn try_from(pricing: Pricing) -> Result<Self, MessageFault> {
                let symbol = pricing.id.filter(|id| !id.is_empty()).ok_or(MessageFault::NoSymbol)?;
                $(if pricing.$name.as_ref().is_some_and(|value| !value.is_good()) {
                    return Err(MessageFault::NotFinite { symbol: shortened(symbol), field: stringify!($name) });
                })+
                Ok(Self { symbol, $($name: pricing.$name.map(<$type>::from),)+ })
            }
        }

        impl From<&Tick> for Pricing {
            fn from(tick: &Tick) -> Self {
                Self { id: Some(tick.symbol.clone()), $($name: tick.$name.clone().map(<$raw>::from),)+ }
            }
        }
    };
}

fields! {
    /// The price.
    price: float("2") f32 => f32,
    /// The time of the price in epoch milliseconds, as the host says it; [`timestamp`](Self::timestamp) gives seconds.
    time: sint64("3") i64 => i64,
    /// The currency, for example `USD`; absent for some shares.
    currency: string("4") String => String,
    /// The code of the exchange, for example `NMS`.
    exchange: string("5") String => String,
    /// The type of the instrument.
    quote_type: int32("6") i32 => QuoteType,
    /// The part of the trading day.
    market_hours: int32("7") i32 => MarketHours,
    /// The change since the previous close, in percent.
    change_percent: float("8") f32 => f32,
    /// The volume since the day's start.
    day_volume: sint64("9") i64 => i64,
    /// The highest price of the day.
    day_high: float("10") f32 => f32,
    /// The lowest price of the day.
    day_low: float("11") f32 => f32,
    /// The change since the previous close, in the currency.
    change: float("12") f32 => f32,
    /// The short name.
    short_name: string("13") String => String,
    /// The time when an option or a future expires, as the host says it.
    expire_date: sint64("14") i64 => i64,
    /// The first price of the day.
    open_price: float("15") f32 => f32,
    /// The last price of the day before.
    previous_close: float("16") f32 => f32,
    /// The strike of an option.
    strike_price: float("17") f32 => f32,
    /// The symbol that an option is about.
    underlying_symbol: string("18") String => String,
    /// The contracts of an option that are open.
    open_interest: sint64("19") i64 => i64,
    /// The type of an option.
    options_type: sint64("20") i64 => OptionType,
    /// A number other than 0 for an option on fewer shares than usual.
    mini_option: sint64("21") i64 => i64,
    /// The size of the last trade.
    last_size: sint64("22") i64 => i64,
    /// The price that somebody bids. The host seems to leave it out.
    bid: float("23") f32 => f32,
    /// The size of the bid.
    bid_size: sint64("24") i64 => i64,
    /// The price that somebody asks. The host seems to leave it out.
    ask: float("25") f32 => f32,
    /// The size of the ask.
    ask_size: sint64("26") i64 => i64,
    /// The number of decimals of prices.
    price_hint: sint64("27") i64 => i64,
    /// The volume of a cryptocurrency in 24 hours.
    vol_24hr: sint64("28") i64 => i64,
    /// The volume of a cryptocurrency in all currencies.
    vol_all_currencies: sint64("29") i64 => i64,
    /// The currency that is priced, for example `BTC`.
    from_currency: string("30") String => String,
    /// The market of the last trade.
    last_market: string("31") String => String,
    /// The units of a cryptocurrency that exist.
    circulating_supply: double("32") f64 => f64,
    /// The value of all units or shares, in the currency.
    market_cap: double("33") f64 => f64,
}

/// A message as JSON.
#[derive(Serialize, Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    #[serde(borrow, default)]
    message: Option<Cow<'a, str>>,
}

/// Reads a message of the stream, for programs that kept some.
///
/// # Errors
/// See [`MessageFault`].
pub fn read(message: &[u8]) -> Result<Tick, MessageFault> {
    let envelope: Envelope<'_> = serde_json::from_slice(message)
        .map_err(|error| MessageFault::NotJson { reason: shortened(error.to_string()) })?;
    if envelope.kind != PRICING {
        return Err(MessageFault::OtherType { kind: shortened(envelope.kind.into_owned()) });
    }
    let not_base64 = |reason| MessageFault::NotBase64 { reason };
    let message = envelope.message.ok_or_else(|| not_base64("the member `message` is absent".to_owned()))?;
    let bytes = STANDARD.decode(message.as_bytes()).map_err(|error| not_base64(error.to_string()))?;
    let pricing = Pricing::decode(bytes.as_slice())
        .map_err(|error| MessageFault::NotPricing { reason: shortened(error.to_string()) })?;
    pricing.try_into()
}

/// Returns the message that says a tick, for hosts of tests.
pub fn write(tick: &Tick) -> String {
    let message = STANDARD.encode(Pricing::from(tick).encode_to_vec());
    serde_json::json!({"type": PRICING, "message": message}).to_string()
}

/// A value that may be none, such as a number that is not finite.
trait Good {
    /// Returns true for a value that a tick can have.
    fn is_good(&self) -> bool {
        true
    }
}

impl Good for f32 {
    fn is_good(&self) -> bool {
        self.is_finite()
    }
}

impl Good for f64 {
    fn is_good(&self) -> bool {
        self.is_finite()
    }
}

impl Good for i32 {}
impl Good for i64 {}
impl Good for String {}
