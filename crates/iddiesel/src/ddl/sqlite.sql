CREATE TABLE customers (
    id BIGINT NOT NULL PRIMARY KEY CHECK (typeof(id) = 'integer' AND id >= 0),
    name TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE orders (
    id BLOB NOT NULL PRIMARY KEY CHECK (typeof(id) = 'blob' AND length(id) = 16),
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    replaces BLOB REFERENCES orders (id)
) WITHOUT ROWID;

CREATE INDEX orders_by_customer ON orders (customer_id);

CREATE TABLE invoices (
    id TEXT NOT NULL PRIMARY KEY
        CHECK (typeof(id) = 'text' AND length(id) = 26 AND id NOT GLOB '*[^0-9A-V]*' AND id < '8'),
    order_id BLOB NOT NULL REFERENCES orders (id)
) WITHOUT ROWID;

CREATE INDEX invoices_by_order ON invoices (order_id);
