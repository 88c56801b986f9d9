//! The standard library's conversions.

use super::Huid;
use crate::{BytesError, RangeError};

impl TryFrom<u64> for Huid {
    type Error = RangeError;

    #[inline]
    fn try_from(id: u64) -> Result<Self, RangeError> {
        Self::from_u64(id)
    }
}

impl TryFrom<i64> for Huid {
    type Error = RangeError;

    /// The id that a `BIGINT` holds; a negative one is an error, never a wrapped id.
    #[inline]
    fn try_from(id: i64) -> Result<Self, RangeError> {
        match u64::try_from(id) {
            Ok(id) => Self::from_u64(id),
            Err(_) => Err(RangeError::huid_i64(id)),
        }
    }
}

impl TryFrom<[u8; 8]> for Huid {
    type Error = BytesError;

    #[inline]
    fn try_from(bytes: [u8; 8]) -> Result<Self, BytesError> {
        Self::from_be_bytes(bytes)
    }
}

impl TryFrom<&[u8]> for Huid {
    type Error = BytesError;

    #[inline]
    fn try_from(bytes: &[u8]) -> Result<Self, BytesError> {
        Self::from_slice(bytes)
    }
}

impl From<Huid> for u64 {
    #[inline]
    fn from(id: Huid) -> Self {
        id.to_u64()
    }
}

impl From<Huid> for i64 {
    #[inline]
    fn from(id: Huid) -> Self {
        id.to_i64()
    }
}

impl From<Huid> for [u8; 8] {
    #[inline]
    fn from(id: Huid) -> Self {
        id.to_be_bytes()
    }
}
