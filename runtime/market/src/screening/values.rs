//! The values that the host is known to have for fields of fixed values.
//!
//! They are lists of strings alone, which are laid out by hand to stay short.

/// The countries of listings.
#[rustfmt::skip]
pub(super) const REGIONS: &[&str] = &[
    "ae", "ar", "at", "au", "be", "br", "ca", "ch", "cl", "cn", "co", "cz", "de", "dk", "ee", "eg", "es", "fi",
    "fr", "gb", "gr", "hk", "hu", "id", "ie", "il", "in", "is", "it", "jp", "kr", "kw", "lk", "lt", "lv", "mx",
    "my", "nl", "no", "nz", "pe", "ph", "pk", "pl", "pt", "qa", "ro", "ru", "sa", "se", "sg", "sr", "th", "tr",
    "tw", "us", "ve", "vn", "za",
];

/// The codes of exchanges.
#[rustfmt::skip]
pub(super) const EXCHANGES: &[&str] = &[
    "AMS", "AQS", "ASE", "ASX", "ATH", "BER", "BRU", "BSE", "BTS", "BUD", "BUE", "BVB", "BVC", "CAI", "CCS",
    "CNQ", "CPH", "CSE", "CXA", "CXE", "CXI", "DFM", "DOH", "DUS", "DXE", "EBS", "ENX", "EUX", "FKA", "FRA",
    "GER", "HAM", "HAN", "HEL", "HKG", "ICE", "IOB", "ISE", "IST", "JKT", "JNB", "JPX", "KAR", "KLS", "KOE",
    "KSC", "KUW", "LIS", "LIT", "LSE", "MAD", "MCE", "MCX", "MDD", "MEX", "MIL", "MUN", "NAE", "NCM", "NEO",
    "NGM", "NMS", "NSI", "NYQ", "NZE", "OEM", "OQB", "OQX", "OSA", "OSL", "PAR", "PCX", "PHP", "PHS", "PNK",
    "PRA", "RIS", "SAO", "SAP", "SAU", "SES", "SET", "SGO", "SHH", "SHZ", "STO", "STU", "TAI", "TAL", "TLO",
    "TLV", "TOR", "TWO", "VAN", "VIE", "VSE", "WSE", "YHD",
];

/// The codes of exchanges of mutual funds.
#[rustfmt::skip]
pub(super) const FUND_EXCHANGES: &[&str] = &[
    "AMS", "ASE", "ASX", "ATH", "BAR", "BER", "BRU", "BSE", "BUD", "BUE", "BVB", "BVC", "CAI", "CCS", "CNQ",
    "CPH", "CSE", "CXA", "CXE", "DFM", "DOH", "DUS", "EBS", "ENX", "EUX", "FKA", "FRA", "GER", "HAM", "HAN",
    "HEL", "HKG", "ICE", "IOB", "ISE", "IST", "JKT", "JNB", "JPX", "KAR", "KLS", "KOE", "KSC", "KUW", "LIS",
    "LIT", "LSE", "MAD", "MCE", "MCX", "MEX", "MIL", "MUN", "NAS", "NCM", "NEO", "NGM", "NMS", "NSI", "NYQ",
    "NZE", "OEM", "OGM", "OQB", "OSA", "OSL", "PAR", "PHP", "PHS", "PNK", "PRA", "RIS", "SAO", "SAP", "SAU",
    "SES", "SET", "SGO", "SHH", "SHZ", "STO", "STU", "TAI", "TAL", "TLV", "TOR", "TWO", "VAN", "VIE", "VSE",
    "WCB", "WSE",
];

/// The sectors.
#[rustfmt::skip]
pub(super) const SECTORS: &[&str] = &[
    "Basic Materials", "Communication Services", "Consumer Cyclical", "Consumer Defensive", "Energy",
    "Financial Services", "Healthcare", "Industrials", "Real Estate", "Technology", "Utilities",
];

/// The industries.
#[rustfmt::skip]
pub(super) const INDUSTRIES: &[&str] = &[
    "Advertising Agencies", "Aerospace & Defense", "Agricultural Inputs", "Airlines", "Airports & Air Services",
    "Aluminum", "Apparel Manufacturing", "Apparel Retail", "Asset Management", "Auto & Truck Dealerships",
    "Auto Manufacturers", "Auto Parts", "Banks—Diversified", "Banks—Regional", "Beverages—Brewers",
    "Beverages—Non-Alcoholic", "Beverages—Wineries & Distilleries", "Biotechnology", "Broadcasting",
    "Building Materials", "Building Products & Equipment", "Business Equipment & Supplies", "Capital Markets",
    "Chemicals", "Coking Coal", "Communication Equipment", "Computer Hardware", "Confectioners",
    "Conglomerates", "Consulting Services", "Consumer Electronics", "Copper", "Credit Services",
    "Department Stores", "Diagnostics & Research", "Discount Stores", "Drug Manufacturers—General",
    "Drug Manufacturers—Specialty & Generic", "Education & Training Services", "Electrical Equipment & Parts",
    "Electronic Components", "Electronic Gaming & Multimedia", "Electronics & Computer Distribution",
    "Engineering & Construction", "Entertainment", "Farm & Heavy Construction Machinery", "Farm Products",
    "Financial Conglomerates", "Financial Data & Stock Exchanges", "Food Distribution",
    "Footwear & Accessories", "Furnishings, Fixtures & Appliances", "Gambling", "Gold", "Grocery Stores",
    "Health Information Services", "Healthcare Plans", "Home Improvement Retail",
    "Household & Personal Products", "Industrial Distribution", "Information Technology Services",
    "Infrastructure Operations", "Insurance Brokers", "Insurance—Diversified", "Insurance—Life",
    "Insurance—Property & Casualty", "Insurance—Reinsurance", "Insurance—Specialty",
    "Integrated Freight & Logistics", "Internet Content & Information", "Internet Retail", "Leisure", "Lodging",
    "Lumber & Wood Production", "Luxury Goods", "Marine Shipping", "Medical Care Facilities", "Medical Devices",
    "Medical Distribution", "Medical Instruments & Supplies", "Metal Fabrication", "Mortgage Finance",
    "Oil & Gas Drilling", "Oil & Gas E&P", "Oil & Gas Equipment & Services", "Oil & Gas Integrated",
    "Oil & Gas Midstream", "Oil & Gas Refining & Marketing", "Other Industrial Metals & Mining",
    "Other Precious Metals & Mining", "Packaged Foods", "Packaging & Containers", "Paper & Paper Products",
    "Personal Services", "Pharmaceutical Retailers", "Pollution & Treatment Controls", "Publishing",
    "REIT—Diversified", "REIT—Healthcare Facilities", "REIT—Hotel & Motel", "REIT—Industrial", "REIT—Mortgage",
    "REIT—Office", "REIT—Residential", "REIT—Retail", "REIT—Specialty", "Railroads", "Real Estate Services",
    "Real Estate—Development", "Real Estate—Diversified", "Recreational Vehicles", "Rental & Leasing Services",
    "Residential Construction", "Resorts & Casinos", "Restaurants", "Scientific & Technical Instruments",
    "Security & Protection Services", "Semiconductor Equipment & Materials", "Semiconductors",
    "Shell Companies", "Silver", "Software—Application", "Software—Infrastructure", "Solar",
    "Specialty Business Services", "Specialty Chemicals", "Specialty Industrial Machinery", "Specialty Retail",
    "Staffing & Employment Services", "Steel", "Telecom Services", "Textile Manufacturing", "Thermal Coal",
    "Tobacco", "Tools & Accessories", "Travel Services", "Trucking", "Uranium", "Utilities—Diversified",
    "Utilities—Independent Power Producers", "Utilities—Regulated Electric", "Utilities—Regulated Gas",
    "Utilities—Regulated Water", "Utilities—Renewable", "Waste Management",
];

/// The groups of comparable companies.
#[rustfmt::skip]
pub(super) const PEER_GROUPS: &[&str] = &[
    "Aerospace & Defense", "Auto Components", "Automobiles", "Banks", "Building Products", "Chemicals",
    "China Fund Aggressive Allocation Fund", "China Fund Equity Funds", "China Fund QDII Greater China Equity",
    "China Fund QDII Sector Equity", "China Fund Sector Equity Financial and Real Estate",
    "Commercial Services", "Construction & Engineering", "Construction Materials", "Consumer Durables",
    "Consumer Services", "Containers & Packaging", "Diversified Financials", "Diversified Metals",
    "EAA CE Global Large-Cap Blend Equity", "EAA CE Other", "EAA CE Sector Equity Biotechnology",
    "EAA CE UK Large-Cap Equity", "EAA CE UK Small-Cap Equity", "EAA Fund Asia ex-Japan Equity",
    "EAA Fund China Equity", "EAA Fund China Equity - A Shares", "EAA Fund Denmark Equity",
    "EAA Fund EUR Aggressive Allocation - Global", "EAA Fund EUR Corporate Bond",
    "EAA Fund EUR Moderate Allocation - Global", "EAA Fund Emerging Europe ex-Russia Equity",
    "EAA Fund Europe Large-Cap Blend Equity", "EAA Fund Eurozone Large-Cap Equity", "EAA Fund Germany Equity",
    "EAA Fund Global Emerging Markets Equity", "EAA Fund Global Equity Income",
    "EAA Fund Global Flex-Cap Equity", "EAA Fund Global Large-Cap Blend Equity",
    "EAA Fund Global Large-Cap Growth Equity", "EAA Fund Hong Kong Equity", "EAA Fund Japan Large-Cap Equity",
    "EAA Fund Other Bond", "EAA Fund Other Equity", "EAA Fund RMB Bond - Onshore",
    "EAA Fund Sector Equity Consumer Goods & Services", "EAA Fund Sector Equity Financial Services",
    "EAA Fund Sector Equity Industrial Materials", "EAA Fund Sector Equity Technology",
    "EAA Fund South Africa & Namibia Equity", "EAA Fund Switzerland Equity",
    "EAA Fund US Large-Cap Blend Equity", "EAA Fund USD Corporate Bond", "Electrical Equipment",
    "Energy Services", "Food Products", "Food Retailers", "Healthcare", "Homebuilders", "Household Products",
    "India CE Multi-Cap", "India Fund Large-Cap", "India Fund Sector - Financial Services",
    "Industrial Conglomerates", "Insurance", "Machinery", "Media", "Mexico Fund Mexico Equity",
    "Oil & Gas Producers", "Paper & Forestry", "Pharmaceuticals", "Precious Metals", "Real Estate",
    "Refiners & Pipelines", "Retailing", "Semiconductors", "Software & Services", "Steel",
    "Technology Hardware", "Telecommunication Services", "Textiles & Apparel", "Traders & Distributors",
    "Transportation", "Transportation Infrastructure", "US CE Convertibles", "US CE Options-based",
    "US CE Preferred Stock", "US Fund China Region", "US Fund Consumer Cyclical",
    "US Fund Diversified Emerging Mkts", "US Fund Equity Energy", "US Fund Equity Precious Metals",
    "US Fund Financial", "US Fund Foreign Large Blend", "US Fund Health", "US Fund Large Blend",
    "US Fund Large Growth", "US Fund Large Value", "US Fund Miscellaneous Region", "US Fund Natural Resources",
    "US Fund Technology", "US Fund Trading--Leveraged Equity", "Utilities",
];

/// The categories of funds.
#[rustfmt::skip]
pub(super) const CATEGORIES: &[&str] = &[
    "Allocation--15% to 30% Equity", "Allocation--30% to 50% Equity", "Allocation--50% to 70% Equity",
    "Allocation--70% to 85% Equity", "Allocation--85%+ Equity", "Bank Loan", "Bear Market", "China Region",
    "Commodities Agriculture", "Commodities Broad Basket", "Convertibles", "Corporate Bond",
    "Diversified Emerging Mkts", "Diversified Pacific/Asia", "Emerging Markets Bond",
    "Emerging-Markets Local-Currency Bond", "Energy Limited Partnership", "Equity Energy",
    "Equity Precious Metals", "Europe Stock", "Financial", "Foreign Large Blend", "Foreign Large Growth",
    "Foreign Large Value", "Foreign Small/Mid Blend", "Foreign Small/Mid Growth", "Foreign Small/Mid Value",
    "Global Real Estate", "Health", "High Yield Bond", "High Yield Muni", "Inflation-Protected Bond",
    "Infrastructure", "Intermediate Government", "Intermediate-Term Bond", "Japan Stock", "Large Blend",
    "Large Growth", "Large Value", "Long Government", "Long-Short Credit", "Long-Short Equity",
    "Long-Term Bond", "Managed Futures", "Market Neutral", "Mid-Cap Blend", "Mid-Cap Growth", "Mid-Cap Value",
    "Miscellaneous Region", "Multialternative", "Multicurrency", "Multisector Bond",
    "Muni California Intermediate", "Muni California Long", "Muni Massachusetts", "Muni Minnesota",
    "Muni National Interm", "Muni National Long", "Muni National Short", "Muni New Jersey",
    "Muni New York Intermediate", "Muni New York Long", "Muni Ohio", "Muni Pennsylvania",
    "Muni Single State Interm", "Muni Single State Long", "Muni Single State Short", "Natural Resources",
    "Nontraditional Bond", "Option Writing", "Other", "Other Allocation", "Pacific/Asia ex-Japan Stk",
    "Preferred Stock", "Real Estate", "Short Government", "Short-Term Bond", "Small Blend", "Small Growth",
    "Small Value", "Tactical Allocation", "Target-Date 2000-2010", "Target-Date 2015", "Target-Date 2020",
    "Target-Date 2025", "Target-Date 2030", "Target-Date 2035", "Target-Date 2040", "Target-Date 2045",
    "Target-Date 2050", "Target-Date 2055", "Target-Date 2060+", "Target-Date Retirement", "Technology",
    "Trading - Leveraged/Inverse Commodities", "Trading - Leveraged/Inverse Equity", "Trading--Inverse Equity",
    "Trading--Leveraged Equity", "Ultrashort Bond", "Utilities", "World Allocation", "World Bond",
    "World Stock",
];

/// The families of funds.
#[rustfmt::skip]
pub(super) const FAMILIES: &[&str] = &[
    "ALPS", "AMG Funds", "AQR Funds", "Aberdeen", "Alger", "AllianceBernstein", "Allianz Funds",
    "American Beacon", "American Century Investments", "American Funds", "Aquila", "Artisan", "BMO Funds",
    "BNY Mellon Funds", "Baird", "Barclays Funds", "Barings Funds", "Baron Capital Group", "BlackRock",
    "Brown Advisory Funds", "Calamos", "Calvert Investments", "Catalyst Mutual Funds", "Cohen & Steers",
    "Columbia", "Commerz Funds Solutions SA", "Commerzbank AG, Frankfurt am Main", "Davis Funds",
    "Delaware Investments", "Deutsche Asset Management", "Deutsche Bank AG", "Diamond Hill Funds",
    "Dimensional Fund Advisors", "Direxion Funds", "DoubleLine", "Dreyfus", "Dunham Funds", "Eagle Funds",
    "Eaton Vance", "Federated", "Fidelity Investments", "First Investors", "First Trust", "Flexshares Trust",
    "Franklin Templeton Investments", "GMO", "Gabelli", "Global X Funds", "Goldman Sachs", "Great-West Funds",
    "Guggenheim Investments", "GuideStone Funds", "HSBC", "Hancock Horizon", "Harbor", "Hartford Mutual Funds",
    "Henderson Global", "Hennessy", "Highland Funds", "ICON Funds", "Invesco", "Ivy Funds", "JPMorgan", "Janus",
    "John Hancock", "Lazard", "Legg Mason", "Lord Abbett", "MFS", "Madison Funds", "MainStay",
    "Manning & Napier", "Market Vectors", "MassMutual", "Matthews Asia Funds", "Morgan Stanley", "Nationwide",
    "Natixis Funds", "Neuberger Berman", "Northern Funds", "Nuveen", "OppenheimerFunds", "PNC Funds",
    "Pacific funds series trust", "Pax World", "Paydenfunds", "Pimco", "Pioneer Investments", "PowerShares",
    "Principal Funds", "ProFunds", "ProShares", "Prudential Investments", "Putnam",
    "RBC Global Asset Management.", "RidgeWorth", "Royce", "Russell", "Rydex Funds", "SEI",
    "SPDR State Street Global Advisors", "Salient Funds", "Saratoga", "Schwab Funds", "Sentinel",
    "Shelton Capital Management", "State Farm", "State Street Global Advisors (Chicago)",
    "Sterling Capital Funds", "SunAmerica", "T. Rowe Price", "TCW", "TIAA-CREF Asset Management",
    "Teton Westwood Funds", "Thornburg", "Thrivent", "Timothy Plan", "Touchstone", "Transamerica", "UBS",
    "UBS Group AG", "USAA", "VALIC", "Vanguard", "Vantagepoint Funds", "Victory", "Virtus", "Voya",
    "Waddell & Reed", "Wasatch", "Wells Fargo Funds", "William Blair", "WisdomTree", "iShares",
];

/// The changes of a rating.
#[rustfmt::skip]
pub(super) const RATING_CHANGES: &[&str] = &[
    "Downgrade", "Upgrade",
];

/// The economic moats.
#[rustfmt::skip]
pub(super) const MOATS: &[&str] = &[
    "Narrow", "None", "Wide",
];

/// The trends of an economic moat.
#[rustfmt::skip]
pub(super) const MOAT_TRENDS: &[&str] = &[
    "Negative", "Positive", "Stable",
];

/// The grades of stewardship.
#[rustfmt::skip]
pub(super) const STEWARDSHIPS: &[&str] = &[
    "Exemplary", "Poor", "Standard",
];

/// The grades of uncertainty.
#[rustfmt::skip]
pub(super) const UNCERTAINTIES: &[&str] = &[
    "Extreme", "High", "Low", "Medium", "Very High",
];
