//! `dsl::max` and `dsl::min`, with ids at the ends, over nothing, in groups and over windows.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::result::Error;
use iddiesel::{Huid, Scru128Bytes, Scru128Text, Scru128Uuid, dsl};

use crate::servers;

diesel::table! {
    /// A column of each type that all databases have. `shop` is what is grouped by.
    sales (shop, huid) {
        shop -> Integer,
        huid -> BigInt,
        bytes -> Binary,
        text -> Text,
        other_huid -> Nullable<BigInt>,
        other_bytes -> Nullable<Binary>,
        other_text -> Nullable<Text>,
    }
}

diesel::table! {
    uuids (id) {
        id -> Uuid,
        bytes -> Binary,
        other -> Nullable<Uuid>,
    }
}

/// The SCRU128s of the rows, by shop: the lowest and the highest are those of the second.
const SALES: [(i32, &str); 5] = [
    (1, "00D2FB003DDB7F58CBBE5CF2F04425B2"),
    (1, "7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"),
    (2, "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"),
    (2, "00000000000000000000000000000000"),
    (2, "80000000000000000000000000000000"),
];

fn scru128<W: From<idcore::Scru128>>(hex: &str) -> W {
    idcore::Scru128::from_u128(u128::from_str_radix(hex, 16).unwrap()).into()
}

/// The HUID of a row: the same order, in the upper half of the bits.
fn huid(hex: &str) -> Huid {
    idcore::Huid::from_u64(u64::from_str_radix(&hex[..16], 16).unwrap() >> 1).unwrap().into()
}

/// The other columns are NULL in the first shop.
macro_rules! fill {
    ($connection:expr) => {
        for (shop, hex) in SALES {
            let other = (shop == 2).then_some(hex);
            diesel::insert_into(sales::table)
                .values((
                    (sales::shop.eq(shop), sales::huid.eq(huid(hex))),
                    sales::bytes.eq(scru128::<Scru128Bytes>(hex)),
                    sales::text.eq(scru128::<Scru128Text>(hex)),
                    sales::other_huid.eq(other.map(huid)),
                    sales::other_bytes.eq(other.map(scru128::<Scru128Bytes>)),
                    sales::other_text.eq(other.map(scru128::<Scru128Text>)),
                ))
                .execute($connection)
                .unwrap();
        }
    };
}

/// Everything that is asked of a column: its ends, those of no rows, of groups, of a nullable
/// column, in `HAVING`, and over a window.
macro_rules! ends {
    ($connection:expr, $Wrapper:ty, $column:ident, $other:ident, $id:expr) => {{
        let connection = $connection;
        type Ends = (Option<$Wrapper>, Option<$Wrapper>);
        let id = |at: usize| -> $Wrapper { $id(SALES[at].1) };

        let ends = (dsl::min(sales::$column), dsl::max(sales::$column));
        let found = sales::table.select(ends).first::<Ends>(connection);
        assert_eq!(found, Ok((Some(id(3)), Some(id(2)))));
        let none = sales::table.filter(sales::shop.eq(3)).select(ends).first::<Ends>(connection);
        assert_eq!(none, Ok((None, None)));

        let groups = sales::table.group_by(sales::shop).order(sales::shop);
        let found = groups.select((sales::shop, ends)).load::<(i32, Ends)>(connection);
        let first = (1, (Some(id(0)), Some(id(1))));
        assert_eq!(found, Ok(vec![first, (2, (Some(id(3)), Some(id(2))))]));

        let ends = (dsl::min(sales::$other), dsl::max(sales::$other));
        let found = groups.select((sales::shop, ends)).load::<(i32, Ends)>(connection);
        assert_eq!(found, Ok(vec![(1, (None, None)), (2, (Some(id(3)), Some(id(2))))]));

        let late = groups.having(dsl::max(sales::$column).gt(id(1))).select(sales::shop);
        assert_eq!(late.load::<i32>(connection), Ok(vec![2]));

        let over = dsl::max(sales::$column).partition_by(sales::shop);
        let rows = sales::table.order((sales::shop, sales::$column)).select((sales::$column, over));
        let found = rows.load::<($Wrapper, Option<$Wrapper>)>(connection).unwrap();
        let last = |at: usize, last: usize| (id(at), Some(id(last)));
        assert_eq!(found, [last(0, 1), last(1, 1), last(3, 2), last(4, 2), last(2, 2)]);
    }};
}

#[test]
fn on_mysql() {
    let Some(mut database) = servers::mysql() else { return };
    let text = iddiesel::ddl::mysql::SCRU128_TEXT;
    database
        .batch_execute(&format!(
            "CREATE TABLE sales (shop INT NOT NULL, huid BIGINT NOT NULL, bytes BINARY(16) NOT NULL, \
             text {text} NOT NULL, other_huid BIGINT, other_bytes BINARY(16), other_text {text})"
        ))
        .unwrap();
    fill!(&mut *database);
    ends!(&mut *database, Huid, huid, other_huid, huid);
    ends!(&mut *database, Scru128Bytes, bytes, other_bytes, scru128);
    ends!(&mut *database, Scru128Text, text, other_text, scru128);
}

#[test]
fn on_sqlite() {
    let Some(mut database) = servers::sqlite() else { return };
    database
        .batch_execute(
            "CREATE TABLE sales (shop INT NOT NULL, huid BIGINT NOT NULL, bytes BLOB NOT NULL, \
             text TEXT NOT NULL, other_huid BIGINT, other_bytes BLOB, other_text TEXT)",
        )
        .unwrap();
    fill!(&mut *database);
    ends!(&mut *database, Huid, huid, other_huid, huid);
    ends!(&mut *database, Scru128Bytes, bytes, other_bytes, scru128);
    ends!(&mut *database, Scru128Text, text, other_text, scru128);
}

#[test]
fn on_postgres() {
    let Some(mut database) = servers::postgres() else { return };
    let text = iddiesel::ddl::postgres::SCRU128_TEXT;
    database
        .batch_execute(&format!(
            "CREATE TABLE sales (shop INT NOT NULL, huid BIGINT NOT NULL, bytes BYTEA NOT NULL, \
             text {text} NOT NULL, other_huid BIGINT, other_bytes BYTEA, other_text {text})"
        ))
        .unwrap();
    fill!(&mut *database);
    ends!(&mut *database, Huid, huid, other_huid, huid);
    ends!(&mut *database, Scru128Text, text, other_text, scru128);

    let version = diesel::dsl::sql::<diesel::sql_types::Text>("SHOW server_version_num");
    let version: i32 = version.get_result::<String>(&mut *database).unwrap().parse().unwrap();
    if version >= 180_000 {
        ends!(&mut *database, Scru128Bytes, bytes, other_bytes, scru128);
    } else {
        let greatest = sales::table.select(dsl::max(sales::bytes));
        let error = greatest.first::<Option<Scru128Bytes>>(&mut *database).unwrap_err();
        assert!(matches!(error, Error::DatabaseError(..)), "{error:?}");
        assert_eq!(error.to_string(), "function max(bytea) does not exist");
    }
    let newest = sales::table.select(sales::bytes).order(sales::bytes.desc());
    assert_eq!(newest.first::<Scru128Bytes>(&mut *database), Ok(scru128(SALES[2].1)));
}

/// With the functions that the documentation adds to the server.
#[test]
fn of_uuids_on_postgres() {
    let Some(mut database) = servers::postgres() else { return };
    let docs = include_str!("../../src/dsl.rs").split("//! ```sql\n").nth(1).unwrap();
    let sql = docs.split("//! ```").next().unwrap().replace("//! ", "");
    database
        .batch_execute("CREATE TABLE uuids (id UUID PRIMARY KEY, bytes BYTEA NOT NULL, other UUID)")
        .unwrap();
    database.batch_execute(&sql).unwrap();
    for (shop, hex) in SALES {
        let other = (shop == 2).then_some(hex);
        diesel::insert_into(uuids::table)
            .values((
                uuids::id.eq(scru128::<Scru128Uuid>(hex)),
                uuids::bytes.eq(scru128::<Scru128Bytes>(hex)),
                uuids::other.eq(other.map(scru128::<Scru128Uuid>)),
            ))
            .execute(&mut *database)
            .unwrap();
    }
    type Ends = (Option<Scru128Uuid>, Option<Scru128Uuid>);
    let ends = uuids::table.select((dsl::min(uuids::id), dsl::max(uuids::other)));
    let found = ends.first::<Ends>(&mut *database);
    assert_eq!(found, Ok((Some(scru128(SALES[3].1)), Some(scru128(SALES[2].1)))));
    let of_first = ends.filter(uuids::other.is_null()).first::<Ends>(&mut *database);
    assert_eq!(of_first, Ok((Some(scru128(SALES[0].1)), None)));
}
