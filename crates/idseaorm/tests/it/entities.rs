//! The shop of `ddl` as entities, and a table with every wrapper.

/// Ids whose forms are known from elsewhere: 0, the example of the specification, 2^63 - 1.
pub(crate) const HUIDS: [u64; 5] = [0, 1, 258037077, 9223372036854775806, 9223372036854775807];

/// All zeros, trailing zero bytes, the example of the specification, the top bit set, all ones: in
/// rising order.
pub(crate) const SCRU128: [u128; 5] = [
    0,
    0x00d2fb00_3ddb_7f58_cbbe_5cf2f0440000,
    1095473244246772103403544935821223346,
    1 << 127,
    u128::MAX,
];

pub(crate) fn huid(id: u64) -> idseaorm::Huid {
    idcore::Huid::from_u64(id).unwrap().into()
}

pub(crate) fn scru128<W: From<idcore::Scru128>>(at: usize) -> W {
    idcore::Scru128::from_u128(SCRU128[at]).into()
}

pub(crate) mod customer {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "customers")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: idseaorm::Huid,
        pub email: String,
        #[sea_orm(has_many)]
        pub orders: HasMany<super::order::Entity>,
    }

    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod order {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "orders")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: idseaorm::Scru128Text,
        pub customer: idseaorm::Huid,
        #[sea_orm(belongs_to, from = "customer", to = "id")]
        pub buyer: HasOne<super::customer::Entity>,
    }

    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod everything {
    use idseaorm::{Huid, Scru128Bytes, Scru128Text};
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "everything")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub bytes: Scru128Bytes,
        pub huid: Huid,
        pub text: Scru128Text,
        pub parent: Option<Huid>,
        pub parent_bytes: Option<Scru128Bytes>,
        pub parent_text: Option<Scru128Text>,
    }

    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod on_postgres {
    use idseaorm::{Huid, Scru128Bytes, Scru128Text, Scru128Uuid};
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "on_postgres")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Scru128Uuid,
        pub parent: Option<Scru128Uuid>,
        pub huids: Vec<Huid>,
        pub bytes: Vec<Scru128Bytes>,
        pub texts: Vec<Scru128Text>,
        pub uuids: Option<Vec<Scru128Uuid>>,
    }

    impl ActiveModelBehavior for ActiveModel {}
}
