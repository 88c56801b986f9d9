// @generated automatically by Diesel CLI.

diesel::table! {
    customers (id) {
        id -> Int8,
        name -> Text,
    }
}

diesel::table! {
    invoices (id) {
        #[max_length = 26]
        id -> Varchar,
        order_id -> Uuid,
    }
}

diesel::table! {
    orders (id) {
        id -> Uuid,
        customer_id -> Int8,
        replaces -> Nullable<Uuid>,
    }
}

diesel::table! {
    shipments (id) {
        id -> Bytea,
        #[max_length = 26]
        invoice_id -> Varchar,
    }
}

diesel::joinable!(invoices -> orders (order_id));
diesel::joinable!(orders -> customers (customer_id));
diesel::joinable!(shipments -> invoices (invoice_id));

diesel::allow_tables_to_appear_in_same_query!(customers, invoices, orders, shipments,);
