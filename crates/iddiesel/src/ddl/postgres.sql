CREATE TABLE customers (
    id BIGINT PRIMARY KEY CHECK (id >= 0),
    name TEXT NOT NULL
);

CREATE TABLE orders (
    id UUID PRIMARY KEY,
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    replaces UUID REFERENCES orders (id)
);

CREATE INDEX orders_by_customer ON orders (customer_id, id);

CREATE TABLE invoices (
    id VARCHAR(26) COLLATE "C" PRIMARY KEY CHECK (id ~ '^[0-7][0-9A-V]{25}$'),
    order_id UUID NOT NULL REFERENCES orders (id)
);

CREATE INDEX invoices_by_order ON invoices (order_id);

CREATE TABLE shipments (
    id BYTEA PRIMARY KEY CHECK (octet_length(id) = 16),
    invoice_id VARCHAR(26) COLLATE "C" NOT NULL REFERENCES invoices (id)
);

CREATE INDEX shipments_by_invoice ON shipments (invoice_id);
