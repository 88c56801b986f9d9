//! The same 128 bits, read as another kind of id.

use idcore::Scru128;
use uuid::Uuid;

/// The SCRU128 that has the bits of a UUID: lossless, and every UUID has one.
///
/// Order, equality and bytes stay as they are. The fields mean nothing, [`Scru128::unix_ms`] among
/// them, unless the UUID was made of a SCRU128.
///
/// ```
/// use uuid::uuid;
///
/// let v4 = uuid!("2489e9ad-2ee2-4e00-8ec9-32d5f69181c0");
/// let id = iduuid::scru128_from_uuid(v4);
/// assert_eq!(id.to_be_bytes(), v4.into_bytes());
/// assert_eq!(iduuid::uuid_from_scru128(id), v4);
/// ```
#[inline]
pub const fn scru128_from_uuid(uuid: Uuid) -> Scru128 {
    Scru128::from_u128(uuid.as_u128())
}

/// The UUID that has the bits of a SCRU128: lossless, and every SCRU128 has one.
///
/// This is what to store in a database's `uuid` column. The version and variant of the result are
/// whatever the bits of the counter say: it is a UUID by its size and text, not by RFC 9562, and
/// software that insists on a version may refuse it.
///
/// ```
/// use idcore::Scru128;
///
/// let id: Scru128 = "00QBTG0FERFTCCNFISUBO489DI".parse()?;
/// let uuid = iduuid::uuid_from_scru128(id);
/// assert_eq!(uuid.to_string(), "00d2fb00-3ddb-7f58-cbbe-5cf2f04425b2");
/// assert_eq!(iduuid::scru128_from_uuid(uuid), id);
/// # Ok::<(), idcore::ParseError>(())
/// ```
#[inline]
pub const fn uuid_from_scru128(id: Scru128) -> Uuid {
    Uuid::from_u128(id.to_u128())
}
