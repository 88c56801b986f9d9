//! The mixing function of the mappings that lose bits.

/// 2^128 divided by the golden ratio, made odd: 0x9E37... as in Fibonacci hashing.
const GOLDEN: u128 = 0x9E3779B97F4A7C15F39CC0605CEDC835;

/// 128 bits, mixed: each bit of the result depends on each bit of `bits`.
///
/// Every step can be undone, so the whole is a permutation of the 128-bit integers, and the only
/// loss is in the bits that a caller cuts off. Take them from the top: a product's upper bits
/// depend on more than its lower ones.
///
/// It is no cryptographic hash: who knows it can make values that collide when cut.
pub(crate) const fn mix(bits: u128) -> u128 {
    // A start that is not 0 keeps the nil UUID from being mixed to 0.
    let mut mixed = bits.wrapping_add(GOLDEN);
    // The shift brings the upper half down to the lower, the product the lower up to the upper:
    // two rounds reach every bit, the third evens out.
    let mut round = 0;
    while round < 3 {
        mixed = (mixed ^ (mixed >> 64)).wrapping_mul(GOLDEN);
        round += 1;
    }
    mixed ^ (mixed >> 64)
}

#[cfg(test)]
mod tests {
    use super::mix;

    #[test]
    fn each_bit_moves_about_half_of_the_bits_that_are_kept() {
        // 1000 values that differ in few places, as structured ids do.
        for bit in 0..128 {
            let mut flips = [0_u32; 128];
            for value in 0..1000_u128 {
                let difference = mix(value << 40) ^ mix(value << 40 ^ 1 << bit);
                for (at, count) in flips.iter_mut().enumerate() {
                    *count += (difference >> at) as u32 & 1;
                }
            }
            // 500 expected, and a standard deviation of 16: 100 is more than six of them.
            for (at, count) in flips.iter().enumerate().skip(44) {
                assert!((400..=600).contains(count), "bit {bit} moves bit {at}: {count}");
            }
        }
    }
}
