//! The public names of yfinance 1.6.0: those of the package, of its classes with the attributes that they set, of the
//! settings and of the exceptions. Read from its sources with Python's `ast`; names that begin with `_` are not public.

/// The names of each class, in alphabetical order; `yfinance` has those of the package itself.
pub(crate) const NAMES: &[(&str, &str)] = &[
    (
        "yfinance",
        "AsyncWebSocket Auth Calendars ETFQuery EquityQuery FundQuery Industry Lookup Market \
             MarketRegion PREDEFINED_SCREENER_QUERIES Search Sector Ticker Tickers WebSocket config \
             download enable_debug_mode screen set_config set_tz_cache_location",
    ),
    ("config", "debug.hide_exceptions debug.logging locale.lang locale.region network.proxy network.retries"),
    (
        "Ticker",
        "actions analyst_price_targets balance_sheet balancesheet calendar capital_gains cash_flow \
             cashflow dividends earnings earnings_dates earnings_estimate earnings_history eps_revisions \
             eps_trend fast_info financials funds_data get_actions get_analyst_price_targets \
             get_balance_sheet get_balancesheet get_calendar get_capital_gains get_cash_flow get_cashflow \
             get_dividends get_earnings get_earnings_dates get_earnings_estimate get_earnings_history \
             get_eps_revisions get_eps_trend get_fast_info get_financials get_funds_data \
             get_growth_estimates get_history_metadata get_income_stmt get_incomestmt get_info \
             get_insider_purchases get_insider_roster_holders get_insider_transactions \
             get_institutional_holders get_isin get_major_holders get_mutualfund_holders get_news \
             get_recommendations get_recommendations_summary get_revenue_estimate get_sec_filings \
             get_shares get_shares_full get_splits get_sustainability get_upgrades_downgrades \
             get_valuation_measures growth_estimates history history_metadata income_stmt incomestmt info \
             insider_purchases insider_roster_holders insider_transactions institutional_holders isin live \
             major_holders mutualfund_holders news option_chain options quarterly_balance_sheet \
             quarterly_balancesheet quarterly_cash_flow quarterly_cashflow quarterly_earnings \
             quarterly_financials quarterly_income_stmt quarterly_incomestmt recommendations \
             recommendations_summary revenue_estimate sec_filings session shares splits sustainability \
             ticker ttm_cash_flow ttm_cashflow ttm_financials ttm_income_stmt ttm_incomestmt \
             upgrades_downgrades valuation ws",
    ),
    ("Tickers", "download history live news symbols tickers ws"),
    (
        "Search",
        "all enable_cultural_assets enable_fuzzy_query enable_research include_cb lists lists_count \
             max_results nav nav_links news news_count query quotes raise_errors recommended research \
             response search session timeout",
    ),
    (
        "Lookup",
        "all cryptocurrency currency etf future get_all get_cryptocurrency get_currency get_etf \
             get_future get_index get_mutualfund get_stock index mutualfund query raise_errors session \
             stock timeout",
    ),
    (
        "Sector",
        "industries key name overview research_reports session symbol ticker top_companies top_etfs \
             top_mutual_funds",
    ),
    (
        "Industry",
        "key name overview research_reports sector_key sector_name session symbol ticker top_companies \
             top_growth_companies top_performing_companies",
    ),
    ("Market", "market session status summary timeout"),
    ("MarketRegion", "ASIA COMMODITIES CRYPTOCURRENCIES CURRENCIES EUROPE GB RATES US"),
    (
        "Calendars",
        "calendars earnings_calendar economic_events_calendar get_earnings_calendar \
             get_economic_events_calendar get_ipo_info_calendar get_splits_calendar ipo_info_calendar \
             session splits_calendar",
    ),
    ("EquityQuery", "operands operator to_dict valid_fields valid_values"),
    ("FundQuery", "operands operator to_dict valid_fields valid_values"),
    ("ETFQuery", "operands operator to_dict valid_fields valid_values"),
    ("WebSocket", "close listen logger subscribe unsubscribe url verbose"),
    ("AsyncWebSocket", "close listen logger subscribe unsubscribe url verbose"),
    (
        "FundsData",
        "asset_classes bond_holdings bond_ratings description equity_holdings fund_operations \
             fund_overview quote_type sector_weightings top_holdings",
    ),
    ("Auth", "check_login set_login_cookies subscription_tier user"),
    (
        "FastInfo",
        "currency day_high day_low exchange fifty_day_average get items keys last_price last_volume \
             market_cap open previous_close quote_type regular_market_previous_close shares \
             ten_day_average_volume three_month_average_volume timezone toJSON two_hundred_day_average \
             values year_change year_high year_low",
    ),
    (
        "exceptions",
        "YFDataException YFEarningsDateMissing YFException YFInvalidPeriodError YFNotImplementedError \
             YFPricesMissingError YFRateLimitError YFTickerMissingError YFTzMissingError",
    ),
];
