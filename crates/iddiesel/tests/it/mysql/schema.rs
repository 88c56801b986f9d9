// @generated automatically by Diesel CLI.

diesel::table! {
    customers (id) {
        id -> Bigint,
        #[max_length = 200]
        name -> Varchar,
    }
}

diesel::table! {
    invoices (id) {
        #[max_length = 26]
        id -> Char,
        #[max_length = 16]
        order_id -> Binary,
    }
}

diesel::table! {
    orders (id) {
        #[max_length = 16]
        id -> Binary,
        customer_id -> Bigint,
        #[max_length = 16]
        replaces -> Nullable<Binary>,
    }
}

diesel::joinable!(invoices -> orders (order_id));
diesel::joinable!(orders -> customers (customer_id));

diesel::allow_tables_to_appear_in_same_query!(customers, invoices, orders,);
