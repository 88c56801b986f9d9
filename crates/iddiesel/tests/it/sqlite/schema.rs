// @generated automatically by Diesel CLI.

diesel::table! {
    customers (id) {
        id -> BigInt,
        name -> Text,
    }
}

diesel::table! {
    invoices (id) {
        id -> Text,
        order_id -> Binary,
    }
}

diesel::table! {
    orders (id) {
        id -> Binary,
        customer_id -> BigInt,
        replaces -> Nullable<Binary>,
    }
}

diesel::joinable!(invoices -> orders (order_id));
diesel::joinable!(orders -> customers (customer_id));

diesel::allow_tables_to_appear_in_same_query!(customers, invoices, orders,);
