//! The orders in which databases and drivers keep a UUID's 16 bytes.

use core::fmt;

use uuid::Uuid;

/// An order of the bytes of a UUID.
///
/// For `00112233-4455-6677-8899-aabbccddeeff`:
///
/// | order | bytes | where |
/// | --- | --- | --- |
/// | `BigEndian` | `0011223344556677 8899AABBCCDDEEFF` | RFC 9562; PostgreSQL, `UUID_TO_BIN(x)`, `UNHEX(REPLACE(x, '-', ''))` |
/// | `Microsoft` | `3322110055447766 8899AABBCCDDEEFF` | SQL Server's `uniqueidentifier` cast to `binary`, .NET's `Guid.ToByteArray`, BSON subtype 3 of the C# driver |
/// | `MySqlSwapped` | `6677445500112233 8899AABBCCDDEEFF` | MySQL's `UUID_TO_BIN(x, 1)` |
///
/// ```
/// use iduuid::ByteOrder;
/// use uuid::uuid;
///
/// let bytes = 0x11E8C26698FA4FC89AB60242C7BC9D97_u128.to_be_bytes();
/// let uuid = ByteOrder::MySqlSwapped.read(bytes);
/// assert_eq!(uuid, uuid!("98fa4fc8-c266-11e8-9ab6-0242c7bc9d97"));
/// assert_eq!(ByteOrder::MySqlSwapped.write(uuid), bytes);
/// ```
///
/// Which order a column has is for its owner to say; [`ByteOrderCheck`](crate::ByteOrderCheck)
/// finds out where the answer is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ByteOrder {
    /// As in the text, from left to right.
    BigEndian,
    /// The first three groups of the text little-endian: the mixed-endian GUID.
    Microsoft,
    /// The first and the third group of the text swapped, so that UUIDv1 sort by time.
    MySqlSwapped,
}

impl ByteOrder {
    /// Every order.
    ///
    /// ```
    /// use iduuid::ByteOrder;
    /// use uuid::uuid;
    ///
    /// let uuid = uuid!("00112233-4455-6677-8899-aabbccddeeff");
    /// let first_bytes = ByteOrder::ALL.map(|order| order.write(uuid)[0]);
    /// assert_eq!(first_bytes, [0x00, 0x33, 0x66]);
    /// ```
    pub const ALL: [Self; 3] = [Self::BigEndian, Self::Microsoft, Self::MySqlSwapped];

    /// The UUID of 16 bytes that are in this order.
    #[inline]
    pub const fn read(self, bytes: [u8; 16]) -> Uuid {
        match self {
            Self::BigEndian => Uuid::from_bytes(bytes),
            Self::Microsoft => Uuid::from_bytes_le(bytes),
            Self::MySqlSwapped => {
                let (high, low) = Uuid::from_bytes(bytes).as_u64_pair();
                // 16 bits of time_hi, 16 of time_mid, 32 of time_low.
                let (time_high, time_mid, time_low) =
                    (high >> 48, (high >> 32) & 0xFFFF, high & 0xFFFF_FFFF);
                Uuid::from_u64_pair(time_low << 32 | time_mid << 16 | time_high, low)
            }
        }
    }

    /// The UUID of a slice of 16 bytes that are in this order.
    ///
    /// ```
    /// use iduuid::ByteOrder;
    ///
    /// assert_eq!(ByteOrder::BigEndian.read_slice(&[0; 16])?, uuid::Uuid::nil());
    /// assert!(ByteOrder::BigEndian.read_slice(&[0; 15]).is_err());
    /// # Ok::<(), iduuid::BytesError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The slice is not 16 bytes long.
    pub const fn read_slice(self, bytes: &[u8]) -> Result<Uuid, BytesError> {
        match bytes.first_chunk() {
            Some(array) if bytes.len() == array.len() => Ok(self.read(*array)),
            _ => Err(BytesError { found: bytes.len() }),
        }
    }

    /// The 16 bytes of a UUID in this order.
    #[inline]
    pub const fn write(self, uuid: Uuid) -> [u8; 16] {
        match self {
            Self::BigEndian => uuid.into_bytes(),
            Self::Microsoft => uuid.to_bytes_le(),
            Self::MySqlSwapped => {
                let (high, low) = uuid.as_u64_pair();
                let (time_low, time_mid, time_high) =
                    (high >> 32, (high >> 16) & 0xFFFF, high & 0xFFFF);
                Uuid::from_u64_pair(time_high << 48 | time_mid << 32 | time_low, low).into_bytes()
            }
        }
    }
}

impl fmt::Display for ByteOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::BigEndian => "big-endian order",
            Self::Microsoft => "Microsoft's mixed-endian order",
            Self::MySqlSwapped => "MySQL's swapped order",
        })
    }
}

/// A byte string is not a UUID, for it is not 16 bytes long.
///
/// ```
/// use iduuid::{ByteOrder, BytesError};
///
/// let error: BytesError = ByteOrder::BigEndian.read_slice(b"0123").unwrap_err();
/// assert_eq!(error.to_string(), "a UUID is 16 bytes, found 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BytesError {
    found: usize,
}

impl fmt::Display for BytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a UUID is 16 bytes, found {}", self.found)
    }
}

impl core::error::Error for BytesError {}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use uuid::uuid;

    use super::ByteOrder;

    #[test]
    fn the_table_of_the_docs() {
        let uuid = uuid!("00112233-4455-6677-8899-aabbccddeeff");
        for (order, bytes) in [
            (ByteOrder::BigEndian, 0x00112233445566778899AABBCCDDEEFF_u128),
            (ByteOrder::Microsoft, 0x33221100554477668899AABBCCDDEEFF),
            (ByteOrder::MySqlSwapped, 0x66774455001122338899AABBCCDDEEFF),
        ] {
            assert_eq!(order.write(uuid), bytes.to_be_bytes());
            assert_eq!(order.read(bytes.to_be_bytes()), uuid);
            assert_eq!(order.read_slice(&bytes.to_be_bytes()), Ok(uuid));
        }
    }

    #[test]
    fn other_lengths_are_refused() {
        for len in [0, 15, 17, 32, 36] {
            let error = ByteOrder::BigEndian.read_slice(&std::vec![0; len]).unwrap_err();
            assert_eq!(error.to_string(), std::format!("a UUID is 16 bytes, found {len}"));
        }
    }
}
