CREATE TABLE customers (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id >= 0),
    name VARCHAR(200) NOT NULL
);

CREATE TABLE orders (
    id BINARY(16) NOT NULL PRIMARY KEY,
    customer_id BIGINT NOT NULL,
    replaces BINARY(16),
    KEY orders_by_customer (customer_id),
    FOREIGN KEY (customer_id) REFERENCES customers (id),
    FOREIGN KEY (replaces) REFERENCES orders (id)
);

CREATE TABLE invoices (
    id CHAR(26) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY
        CHECK (id REGEXP '^[0-7][0-9A-V]{25}$'),
    order_id BINARY(16) NOT NULL,
    FOREIGN KEY (order_id) REFERENCES orders (id)
);
