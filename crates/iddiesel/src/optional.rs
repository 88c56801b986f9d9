//! `Option` of a core id through `serialize_as` and `deserialize_as`.

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::sql_types::is_nullable::NotNull;
use diesel::sql_types::{Nullable, SingleValue, SqlType};

/// The bridge from a nullable column to a field of type `Option<idcore::Huid>` or
/// `Option<idcore::Scru128>`: `#[diesel(serialize_as = Optional<Huid>)]`.
///
/// A field of type `Option<Huid>`, of the wrapper, needs none of this. Only `serialize_as` and
/// `deserialize_as` do: they ask for conversions between two types, and between two `Option`s
/// neither this crate nor yours may define one.
///
/// In an `AsChangeset` a `None` leaves the column as it is, or sets it to `NULL` if the struct says
/// `treat_none_as_null = true`, as with every `Option`.
///
/// ```
/// use diesel::prelude::*;
/// use iddiesel::{Huid, Optional};
///
/// diesel::table! {
///     orders (id) {
///         id -> BigInt,
///         replaces -> Nullable<BigInt>,
///     }
/// }
///
/// #[derive(Queryable, Selectable, Insertable)]
/// struct Order {
///     #[diesel(serialize_as = Huid, deserialize_as = Huid)]
///     id: idcore::Huid,
///     #[diesel(serialize_as = Optional<Huid>, deserialize_as = Optional<Huid>)]
///     replaces: Option<idcore::Huid>,
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, FromSqlRow)]
#[repr(transparent)]
pub struct Optional<W>(Option<W>);

impl<W: From<idcore::Huid>> From<Option<idcore::Huid>> for Optional<W> {
    #[inline]
    fn from(id: Option<idcore::Huid>) -> Self {
        Self(id.map(W::from))
    }
}

impl<W: From<idcore::Scru128>> From<Option<idcore::Scru128>> for Optional<W> {
    #[inline]
    fn from(id: Option<idcore::Scru128>) -> Self {
        Self(id.map(W::from))
    }
}

/// What an `AsChangeset` asks for, which skips `None` by itself.
impl<W: From<idcore::Huid>> From<idcore::Huid> for Optional<W> {
    #[inline]
    fn from(id: idcore::Huid) -> Self {
        Self(Some(id.into()))
    }
}

/// What an `AsChangeset` asks for, which skips `None` by itself.
impl<W: From<idcore::Scru128>> From<idcore::Scru128> for Optional<W> {
    #[inline]
    fn from(id: idcore::Scru128) -> Self {
        Self(Some(id.into()))
    }
}

impl<W: Into<idcore::Huid>> From<Optional<W>> for Option<idcore::Huid> {
    #[inline]
    fn from(id: Optional<W>) -> Self {
        id.0.map(W::into)
    }
}

impl<W: Into<idcore::Scru128>> From<Optional<W>> for Option<idcore::Scru128> {
    #[inline]
    fn from(id: Optional<W>) -> Self {
        id.0.map(W::into)
    }
}

impl<W, ST> AsExpression<Nullable<ST>> for Optional<W>
where
    ST: SingleValue + SqlType<IsNull = NotNull>,
    Option<W>: AsExpression<Nullable<ST>>,
{
    type Expression = <Option<W> as AsExpression<Nullable<ST>>>::Expression;

    fn as_expression(self) -> Self::Expression {
        self.0.as_expression()
    }
}

impl<W, ST, DB> FromSql<Nullable<ST>, DB> for Optional<W>
where
    ST: SingleValue + SqlType<IsNull = NotNull>,
    DB: Backend,
    Option<W>: FromSql<Nullable<ST>, DB>,
{
    fn from_sql(value: DB::RawValue<'_>) -> deserialize::Result<Self> {
        FromSql::from_sql(value).map(Self)
    }

    fn from_nullable_sql(value: Option<DB::RawValue<'_>>) -> deserialize::Result<Self> {
        FromSql::from_nullable_sql(value).map(Self)
    }
}
