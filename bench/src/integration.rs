//! Ids in databases and in serialized forms, against what else a key could be.

use std::time::Instant;

use idcore::{Huid, Scru128};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{ConnectOptions, Connection, Row, Sqlite};

use crate::Group;
use crate::measure::{Candidate, Series};
use crate::results::Measured;

/// The rows of each kind, in all tables together.
const MILLION: usize = 1_000_000;

pub fn serde_groups() -> Vec<Group> {
    vec![json(), postcard()]
}

#[derive(Serialize, Deserialize)]
struct OurRow {
    #[serde(with = "idserde::scru128")]
    id: Scru128,
}

#[derive(Serialize, Deserialize)]
struct OurNumber {
    #[serde(with = "idserde::huid")]
    id: Huid,
}

#[derive(Serialize, Deserialize)]
struct UuidRow {
    id: uuid::Uuid,
}

#[derive(Serialize, Deserialize)]
struct IntegerRow {
    id: i64,
}

fn rows() -> (OurRow, OurNumber, UuidRow, IntegerRow) {
    let (id, number) = (idgen::scru128(), idgen::huid());
    (
        OurRow { id },
        OurNumber { id: number },
        UuidRow { id: uuid::Uuid::from_u128(id.to_u128()) },
        IntegerRow { id: number.to_i64() },
    )
}

fn json() -> Group {
    fn candidate<T: Serialize + DeserializeOwned + 'static>(
        name: &'static str,
        row: T,
    ) -> Candidate {
        let mut text = Vec::new();
        Candidate::each(name, move || {
            text.clear();
            serde_json::to_writer(&mut text, &row).expect("an id has a text");
            serde_json::from_slice::<T>(&text).expect("a text that was just written")
        })
    }
    let (ours, number, uuid, integer) = rows();
    Group {
        name: "json-round-trip",
        candidates: vec![
            candidate("idserde-scru128", ours),
            candidate("idserde-huid", number),
            candidate("uuid", uuid),
            candidate("i64", integer),
        ],
        targets: Vec::new(),
    }
}

fn postcard() -> Group {
    fn candidate<T: Serialize + DeserializeOwned + 'static>(
        name: &'static str,
        row: T,
    ) -> Candidate {
        let mut buffer = [0; 64];
        Candidate::each(name, move || {
            let bytes = postcard::to_slice(&row, &mut buffer).expect("there is room");
            postcard::from_bytes::<T>(bytes).expect("bytes that were just written")
        })
    }
    let (ours, number, uuid, integer) = rows();
    Group {
        name: "postcard-round-trip",
        candidates: vec![
            candidate("idserde-scru128", ours),
            candidate("idserde-huid", number),
            candidate("uuid", uuid),
            candidate("i64", integer),
        ],
        targets: Vec::new(),
    }
}

/// Rows of one kind of key, into and out of an SQLite database in memory.
async fn table<T>(keys: Vec<T>) -> sqlx::Result<[f64; 2]>
where
    T: for<'q> sqlx::Encode<'q, Sqlite> + sqlx::Type<Sqlite> + Clone + Send + 'static,
    T: for<'r> sqlx::Decode<'r, Sqlite>,
{
    let mut connection: SqliteConnection =
        SqliteConnectOptions::new().in_memory(true).connect().await?;
    sqlx::query("CREATE TABLE t (id NOT NULL)").execute(&mut connection).await?;
    let start = Instant::now();
    let mut transaction = connection.begin().await?;
    for key in &keys {
        sqlx::query("INSERT INTO t VALUES (?)")
            .bind(key.clone())
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    let bound = start.elapsed();
    let start = Instant::now();
    let fetched: Vec<SqliteRow> =
        sqlx::query("SELECT id FROM t").fetch_all(&mut connection).await?;
    for row in &fetched {
        std::hint::black_box(row.try_get::<T, _>(0)?);
    }
    assert_eq!(fetched.len(), keys.len());
    let taken = [bound, start.elapsed()];
    Ok(taken.map(|time| time.as_nanos() as f64 / keys.len() as f64))
}

/// A million rows of each kind, in so many tables, which are made in turns.
pub fn sqlx(tables: usize) -> Vec<Measured> {
    let rows = MILLION.div_ceil(tables);
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let mut ids = vec![Scru128::MIN; rows];
    idgen::fill_scru128(&mut ids).expect("ids can be had");
    let mut huids = vec![Huid::MIN; rows];
    idgen::fill_huid(&mut huids).expect("ids can be had");
    let names =
        ["idsqlx-huid", "i64", "idsqlx-scru128-bytes", "idsqlx-scru128-text", "uuid", "string"];
    let mut groups = ["sqlx-bind", "sqlx-fetch"].map(|name| (name, names.map(Series::new)));
    for _ in 0..tables {
        let times = runtime.block_on(async {
            Ok::<_, sqlx::Error>([
                table(huids.iter().map(|id| idsqlx::Huid::from(*id)).collect()).await?,
                table(huids.iter().map(|id| id.to_i64()).collect()).await?,
                table(ids.iter().map(|id| idsqlx::Scru128Bytes::from(*id)).collect()).await?,
                table(ids.iter().map(|id| idsqlx::Scru128Text::from(*id)).collect()).await?,
                table(ids.iter().map(|id| uuid::Uuid::from_u128(id.to_u128())).collect()).await?,
                table(ids.iter().map(Scru128::to_string).collect()).await?,
            ])
        });
        for (at, times) in times.expect("the database is in memory").into_iter().enumerate() {
            for ((_, series), time) in groups.iter_mut().zip(times) {
                series[at].rounds.push(time);
            }
        }
    }
    groups.iter().map(|(name, series)| Measured::new(name, series, &[])).collect()
}
