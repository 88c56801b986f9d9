//! The standard library's conversions.

use super::Scru128;
use crate::BytesError;

impl From<u128> for Scru128 {
    #[inline]
    fn from(id: u128) -> Self {
        Self::from_u128(id)
    }
}

impl From<[u8; 16]> for Scru128 {
    #[inline]
    fn from(bytes: [u8; 16]) -> Self {
        Self::from_be_bytes(bytes)
    }
}

impl TryFrom<&[u8]> for Scru128 {
    type Error = BytesError;

    #[inline]
    fn try_from(bytes: &[u8]) -> Result<Self, BytesError> {
        Self::from_slice(bytes)
    }
}

impl From<Scru128> for u128 {
    #[inline]
    fn from(id: Scru128) -> Self {
        id.to_u128()
    }
}

impl From<Scru128> for [u8; 16] {
    #[inline]
    fn from(id: Scru128) -> Self {
        id.to_be_bytes()
    }
}
