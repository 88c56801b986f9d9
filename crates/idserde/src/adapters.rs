//! The forms as adapters of `serde_with`.

use core::fmt::Display;

use serde_core::{Deserializer, Serializer};
use serde_with::{DeserializeAs, SerializeAs};

use crate::{form, huid, scru128};

// One type parameter short of a blanket implementation, which the orphan rule forbids.
macro_rules! adapt {
    ($($Form:ty: $Id:ty),* $(,)?) => {$(
        impl<T> SerializeAs<T> for $Form
        where
            T: Clone + TryInto<$Id, Error: Display>,
        {
            fn serialize_as<S: Serializer>(id: &T, serializer: S) -> Result<S::Ok, S::Error> {
                form::write::<$Form, T, S>(id, serializer)
            }
        }

        impl<'de, T> DeserializeAs<'de, T> for $Form
        where
            T: TryFrom<$Id, Error: Display>,
        {
            fn deserialize_as<D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
                form::read::<$Form, T, D>(deserializer)
            }
        }
    )*};
}

adapt! {
    crate::Huid: idcore::Huid,
    huid::Text: idcore::Huid,
    huid::Int: idcore::Huid,
    huid::Bytes: idcore::Huid,
    crate::Scru128: idcore::Scru128,
    scru128::Text: idcore::Scru128,
    scru128::Bytes: idcore::Scru128,
}
