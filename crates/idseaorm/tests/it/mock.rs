//! Rows that SeaORM's mock makes up, and the values themselves.

use idseaorm::{Huid, Scru128Bytes, Scru128Text, Scru128Uuid};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Nullable, ValueType};
use sea_orm::{DbBackend, MockDatabase, TryFromU64};

use crate::entities::{customer, everything, huid, scru128};

#[tokio::test]
async fn rows_of_models_and_of_values() {
    let row = everything::Model {
        bytes: scru128(2),
        huid: huid(258037077),
        text: scru128(4),
        parent: None,
        parent_bytes: Some(scru128(3)),
        parent_text: None,
    };
    let db = MockDatabase::new(DbBackend::Postgres)
        .append_query_results([[row.clone()]])
        .append_query_results([[std::collections::BTreeMap::from([
            ("id", Value::BigInt(Some(-1))),
            ("email", Value::from("ada@example.org")),
        ])]])
        .into_connection();
    assert_eq!(everything::Entity::find().one(&db).await.unwrap(), Some(row));
    let error = customer::Entity::find().one(&db).await.unwrap_err();
    assert!(error.to_string().ends_with("(63 bits), found -1"), "{error}");
}

#[test]
fn values() {
    let id = idcore::Scru128::from_u128(1095473244246772103403544935821223346);
    let bytes = b"\x00\xd2\xfb\x00\x3d\xdb\x7f\x58\xcb\xbe\x5c\xf2\xf0\x44\x25\xb2";
    assert_eq!(Value::from(huid(258037077)), Value::BigInt(Some(258037077)));
    assert_eq!(Value::from(Scru128Bytes::from(id)), Value::Bytes(Some(bytes.to_vec())));
    let text = "00QBTG0FERFTCCNFISUBO489DI".to_owned();
    assert_eq!(Value::from(Scru128Text::from(id)), Value::String(Some(text)));
    let uuid = "00d2fb00-3ddb-7f58-cbbe-5cf2f04425b2".parse().unwrap();
    assert_eq!(Value::from(Scru128Uuid::from(id)), Value::Uuid(Some(uuid)));

    assert_eq!(Huid::null(), Value::BigInt(None));
    assert_eq!(Scru128Bytes::null(), Value::Bytes(None));
    assert_eq!(<Huid as ValueType>::try_from(Value::BigInt(Some(1))).ok(), Some(huid(1)));
    assert!(<Huid as ValueType>::try_from(Value::BigInt(Some(-1))).is_err());
    assert!(<Huid as ValueType>::try_from(Value::BigInt(None)).is_err());
    assert!(<Huid as ValueType>::try_from(Value::from("1")).is_err());
    let short = Value::Bytes(Some(vec![0; 15]));
    assert!(<Scru128Bytes as ValueType>::try_from(short).is_err());

    assert_eq!(Huid::try_from_u64(1).unwrap(), huid(1));
    assert!(Huid::try_from_u64(1 << 63).is_err());
    assert!(Scru128Text::try_from_u64(1).is_err());
}
