//! Numbers of JSON as serde reads them, in a fraction of its time for prices, volumes and times: at most 19 digits
//! without an exponent. serde reads all others.

use serde_json::Number;

/// So many bytes are looked at together. Where fewer follow, the end of the text is near, and serde is as good.
const WINDOW: usize = 32;

/// So many digits are read together.
const EIGHT: usize = 8;

/// So many digits are always less than 2 to the power of 64.
const MAX_DIGITS: usize = 19;

/// Returns the usual number of a list at the beginning of a text, and what follows it; `None` for what [`any`] may know.
///
/// It is a tenth faster within the loop over a list than called by it.
#[inline(always)]
pub(crate) fn number(text: &[u8]) -> Option<(Number, &[u8])> {
    let window: &[u8; WINDOW] = text.first_chunk()?;
    let value = |digit: u8| u64::from(digit & 0xf);
    // Most prices have few digits before their point, which are read in less time one by one.
    let whole = match *window {
        [a @ b'0'..=b'9', b'.', ..] => Digits { value: value(a), count: 1 },
        [a @ b'1'..=b'9', b @ b'0'..=b'9', b'.', ..] => {
            Digits { value: value(a).wrapping_mul(10).wrapping_add(value(b)), count: 2 }
        }
        [a @ b'1'..=b'9', b @ b'0'..=b'9', c @ b'0'..=b'9', b'.', ..] => {
            let hundreds = value(a).wrapping_mul(100);
            Digits {
                value: hundreds.wrapping_add(value(b).wrapping_mul(10)).wrapping_add(value(c)),
                count: 3,
            }
        }
        _ => {
            let whole = Digits::of(window.first_chunk()?);
            if window.get(whole.count) != Some(&b'.') {
                let (integer, rest) = ended(text, window, whole)?;
                return Some((integer.into(), rest));
            }
            if whole.begins_number(window) { whole } else { return None }
        }
    };
    let (double, length) = double(window, &whole)?;
    Some((Number::from_f64(double)?, text.get(length..)?))
}

/// Returns the usual integer at the beginning of a text, as [`number`] does.
#[inline(always)]
pub(crate) fn integer(text: &[u8]) -> Option<(i64, &[u8])> {
    let window: &[u8; WINDOW] = text.first_chunk()?;
    ended(text, window, Digits::of(window.first_chunk()?))
}

/// Returns any number, and what follows it; `None` where there is none.
#[inline(never)]
pub(crate) fn any(text: &[u8]) -> Option<(Number, &[u8])> {
    // Times before 1970 are negative.
    if let [b'-', digits @ ..] = text
        && let Some((number, rest)) = number(digits)
    {
        match number.as_i64() {
            // Minus zero is none of the integers.
            Some(0) => {}
            Some(integer) => return Some((integer.wrapping_neg().into(), rest)),
            None => return Some((Number::from_f64(-number.as_f64()?)?, rest)),
        }
    }
    let is_part = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let end = text.iter().position(|byte| !is_part(byte)).unwrap_or(text.len());
    let (number, rest) = text.split_at_checked(end)?;
    Some((serde_json::from_slice(number).ok()?, rest))
}

/// Returns the number with these digits before its point, and its length.
#[inline(always)]
fn double(window: &[u8; WINDOW], whole: &Digits) -> Option<(f64, usize)> {
    let begin = whole.count.wrapping_add(1);
    let first = Digits::of(window.get(begin..)?.first_chunk()?);
    let mut digits = whole.followed_by(&first)?;
    if first.count == EIGHT {
        digits = digits.followed_by(&Digits::of(window.get(begin.wrapping_add(EIGHT)..)?.first_chunk()?))?;
        if digits.count > MAX_DIGITS {
            return None;
        }
    } else if first.count == 0 {
        return None;
    }
    let length = digits.count.wrapping_add(1);
    if !is_end(*window.get(length)?) {
        return None;
    }
    Some((nearest(digits.value, digits.count.wrapping_sub(whole.count))?, length))
}

/// Returns the integer that begins with these digits, and what follows it.
#[inline(always)]
fn ended<'a>(text: &'a [u8], window: &[u8; WINDOW], digits: Digits) -> Option<(i64, &'a [u8])> {
    if !digits.begins_number(window) {
        return None;
    }
    let digits = if digits.count == EIGHT {
        digits.followed_by(&Digits::of(window.get(EIGHT..)?.first_chunk()?))?
    } else {
        digits
    };
    let is_whole = is_end(*window.get(digits.count)?);
    if is_whole { Some((digits.value.try_into().ok()?, text.get(digits.count..)?)) } else { None }
}

/// Returns true for a sign that follows the numbers of a list: neither more digits nor an exponent.
#[inline(always)]
const fn is_end(sign: u8) -> bool {
    sign == b',' || sign == b']'
}

/// Some digits of a number.
#[derive(Clone, Copy)]
struct Digits {
    /// The last 64 bits of their value.
    value: u64,
    count: usize,
}

impl Digits {
    /// Reads the digits at the beginning of eight bytes.
    #[inline(always)]
    fn of(eight: &[u8; EIGHT]) -> Self {
        const HIGHEST: u64 = 0x8080_8080_8080_8080;
        let text = u64::from_le_bytes(*eight);
        let values = text.wrapping_sub(0x3030_3030_3030_3030);
        // The first byte that is less than `0` or greater than `9` sets its highest bit in one of both.
        let others = (text.wrapping_add(0x4646_4646_4646_4646) | values) & HIGHEST;
        if others == 0 {
            return Self { value: value_of(values), count: EIGHT };
        }
        // Zeros take the place of the digits that are missing before them; of none nothing is left.
        let bits = others.trailing_zeros() & 0x38;
        let value = value_of((values << 56_u32.wrapping_sub(bits)) << u8::BITS);
        Self { value, count: usize::try_from(bits >> 3).unwrap_or_default() }
    }

    /// Returns these digits and then others, of which there are at most as many as [`POWERS`] has.
    #[inline(always)]
    fn followed_by(&self, others: &Self) -> Option<Self> {
        let moved = self.value.wrapping_mul(*POWERS.get(others.count)?);
        Some(Self { value: moved.wrapping_add(others.value), count: self.count.wrapping_add(others.count) })
    }

    /// Returns true for digits that a number may begin with: there is one, or it is no zero.
    #[inline(always)]
    fn begins_number(&self, window: &[u8; WINDOW]) -> bool {
        self.count == 1 || (self.count > 1 && window.first() != Some(&b'0'))
    }
}

/// The powers of ten by which digits move others.
const POWERS: [u64; EIGHT + 1] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// Returns the number that eight digits are, the first one in the lowest byte: four pairs, and then their sum.
#[inline(always)]
const fn value_of(digits: u64) -> u64 {
    const PAIRS: u64 = 0x0000_00ff_0000_00ff;
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    // The upper halves of the products add up: a million times the first pair and a hundred times the third, ten thousand times
    // the second and the fourth.
    let odd = (pairs & PAIRS).wrapping_mul(0x000f_4240_0000_0064);
    let even = ((pairs >> 16) & PAIRS).wrapping_mul(0x0000_2710_0000_0001);
    odd.wrapping_add(even) >> 32
}

/// Returns the double that is next to `digits` divided by ten `decimals` times; `None` where it is not known by little work.
#[inline(always)]
fn nearest(digits: u64, decimals: usize) -> Option<f64> {
    /// The double that is 2 to the power of 52; integers less than it stand in its low bits.
    const INTEGERS: u64 = 0x4330_0000_0000_0000;
    if digits < 1 << 52 {
        // Both are exact, so that the division is the only rounding.
        let exact = f64::from_bits(INTEGERS | digits) - f64::from_bits(INTEGERS);
        return Some(exact / EXACT_POWERS.get(decimals)?);
    }
    let (reciprocal, exponent) = RECIPROCALS.get(decimals.checked_sub(1)?)?;
    let shift = digits.leading_zeros();
    // The reciprocal is rounded down, so that the upper half of the product is right, or one less.
    let product = u128::from(digits << shift).wrapping_mul(u128::from(*reciprocal));
    let high = u64::try_from(product >> 64).ok()?;
    let top = high.leading_zeros();
    let high = high << top;
    // 53 bits, and one that rounds them, stand above ten. Next to the middle of two doubles the number may lie on either side
    // of it: only the bit that rounds is set, or nearly all others are.
    if (high & 0x7ff).wrapping_sub(0x3fd) <= 3 {
        return None;
    }
    let rounded = (high >> 10).wrapping_add(1) >> 1;
    let exponent = exponent.wrapping_sub(u64::from(top.wrapping_add(shift)));
    // The highest of the 53 bits, and a carry out of them, are one more in the exponent, as they should be.
    Some(f64::from_bits((exponent << 52).wrapping_add(rounded)))
}

/// The powers of ten up to the most decimals, all of which are exact.
const EXACT_POWERS: [f64; MAX_DIGITS] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18];

/// The first 64 bits of the reciprocals of the powers of ten, from ten on, rounded down, each with the exponent of a double that
/// begins at its first bit, less one.
const RECIPROCALS: [(u64, u64); MAX_DIGITS - 1] = [
    (0xcccc_cccc_cccc_cccc, 1082),
    (0xa3d7_0a3d_70a3_d70a, 1079),
    (0x8312_6e97_8d4f_df3b, 1076),
    (0xd1b7_1758_e219_652b, 1072),
    (0xa7c5_ac47_1b47_8423, 1069),
    (0x8637_bd05_af6c_69b5, 1066),
    (0xd6bf_94d5_e57a_42bc, 1062),
    (0xabcc_7711_8461_cefc, 1059),
    (0x8970_5f41_36b4_a597, 1056),
    (0xdbe6_fece_bded_d5be, 1052),
    (0xafeb_ff0b_cb24_aafe, 1049),
    (0x8cbc_cc09_6f50_88cb, 1046),
    (0xe12e_1342_4bb4_0e13, 1042),
    (0xb424_dc35_095c_d80f, 1039),
    (0x901d_7cf7_3ab0_acd9, 1036),
    (0xe695_94be_c44d_e15b, 1032),
    (0xb877_aa32_36a4_b449, 1029),
    (0x9392_ee8e_921d_5d07, 1026),
];
