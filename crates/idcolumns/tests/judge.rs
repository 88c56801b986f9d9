//! What follows from the answers of a catalogue, where no server that the tests have gives them.
//! Those of real servers are with the crates that have a driver.

// A panic is the report of a test, in its helpers as well.
#![allow(clippy::unwrap_used)]

use idcolumns::{
    Catalogue, Check, CheckError, DeclarationError, Form, MYSQL, POSTGRES, Row, SQLITE,
};

fn row(name: &str, data_type: &str, declared: &str, length: &str, collation: &str) -> Row {
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    (name.into(), data_type.into(), declared.into(), some(length), some(collation))
}

fn judge(catalogue: &'static Catalogue, form: Form, row: Row) -> Result<(), DeclarationError> {
    Check::new(catalogue, form, "orders", "id").judge(&[row]).map(|order| assert!(order.is_none()))
}

/// MySQL 8 leaves out the widths of integers, and has collations of its own.
#[test]
fn mysql_8() {
    for (form, row) in [
        (Form::Huid, row("id", "bigint", "bigint", "", "")),
        (Form::Scru128Bytes, row("id", "binary", "binary(16)", "16", "")),
        (Form::Scru128Text, row("id", "char", "char(26)", "26", "utf8mb4_0900_bin")),
        // The names of columns are compared without case.
        (Form::Huid, row("ID", "bigint", "bigint", "", "")),
    ] {
        assert_eq!(judge(&MYSQL, form, row), Ok(()));
    }
    let accents = row("id", "varchar", "varchar(26)", "26", "utf8mb4_0900_ai_ci");
    let error = judge(&MYSQL, Form::Scru128Text, accents).unwrap_err();
    assert!(error.to_string().contains("whose collation is utf8mb4_0900_ai_ci"), "{error}");
}

#[test]
fn names_of_postgres_count_as_they_are() {
    let upper = row("ID", "text", "text", "", "");
    let error = judge(&POSTGRES, Form::Scru128Text, upper).unwrap_err();
    assert!(error.is_missing_column() && !error.is_missing_table() && !error.is_unsuitable());
    assert_eq!(error.to_string(), "orders.id: the table has no column id, but ID");
    // A collation is named where it does not sort by bytes, whatever it is called.
    let own = row("id", "text", "text", "", "C");
    let error = judge(&POSTGRES, Form::Scru128Text, own).unwrap_err();
    assert!(error.to_string().contains("whose collation is C: "), "{error}");
    // A type of the user's own has no name here.
    let own = row("id", "", "shop.int8", "", "");
    let error = judge(&POSTGRES, Form::Huid, own).unwrap_err();
    assert_eq!(
        error.to_string(),
        "orders.id: Huid expects BIGINT, found shop.int8: no wrapper fits it"
    );
}

#[test]
fn the_schema_is_before_the_first_point() {
    for (table, parameters) in [
        ("orders", [None, Some("orders")]),
        ("shop.orders", [Some("shop"), Some("orders")]),
        ("shop.orders.old", [Some("shop"), Some("orders.old")]),
        (".orders", [Some(""), Some("orders")]),
    ] {
        let check = Check::new(&SQLITE, Form::Huid, table, "id");
        assert_eq!(check.parameters(), parameters, "{table}");
        let error = check.judge(&[]).unwrap_err();
        assert!(error.is_missing_table());
        assert!(error.to_string().starts_with(&format!("{table}.id: there is no table {table}, ")));
    }
}

#[test]
fn names_are_quoted_where_they_stand_in_a_query() {
    let check = Check::new(&SQLITE, Form::Scru128Text, "a\"b.it's", "id\" FROM x; --");
    let order = check.judge(&[row("id\" FROM x; --", "TEXT", "TEXT", "", "")]).unwrap().unwrap();
    let begin = "SELECT \"id\"\" FROM x; --\" AS probe FROM \"a\"\"b\".\"it's\" WHERE 0 UNION ";
    assert!(order.sql().starts_with(begin), "{}", order.sql());
}

/// What collations do to the texts that SQLite is asked to sort.
#[test]
fn orders_of_sqlite() {
    let check = Check::new(&SQLITE, Form::Scru128Text, "orders", "id");
    let order = check.judge(&[row("id", "TEXT", "TEXT", "", "")]).unwrap().unwrap();
    let judge = |found: &[&str]| {
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        order.judge(&found).map_err(|error| {
            let message = error.to_string();
            let (_, rest) = message.split_once("whose collation ").unwrap();
            rest.strip_suffix(": ids are sorted by their bytes").unwrap().to_owned()
        })
    };
    let differs = |found: &[&str]| judge(found).unwrap_err();
    assert_eq!(judge(&["0", "9", "A", "B", "CH", "CI", "D", "D ", "V", "b"]), Ok(()));
    // Case, whichever of the two is left; spaces; a language; and what nobody has thought of.
    let case = "takes 'B' and 'b' for the same";
    assert_eq!(differs(&["0", "9", "A", "B", "CH", "CI", "D", "D ", "V"]), case);
    assert_eq!(differs(&["0", "9", "A", "b", "CH", "CI", "D", "D ", "V"]), case);
    let spaces = "takes 'D' and 'D ' for the same";
    assert_eq!(differs(&["0", "9", "A", "B", "CH", "CI", "D", "V", "b"]), spaces);
    let czech = ["0", "9", "A", "b", "B", "CI", "D", "D ", "CH", "V"];
    assert_eq!(differs(&czech), "sorts 'b' before 'B'");
    let czech = ["0", "9", "A", "B", "CI", "D", "D ", "CH", "V", "b"];
    assert_eq!(differs(&czech), "sorts 'D ' before 'CH'");
    assert_eq!(differs(&["0", "B", "D", "D ", "b"]), "takes different texts for the same");
    assert_eq!(differs(&[]), case);
}

#[test]
fn errors_of_a_check() {
    let declaration = judge(&SQLITE, Form::Huid, row("id", "TEXT", "TEXT", "", "")).unwrap_err();
    let error: CheckError<std::fmt::Error> = declaration.clone().into();
    assert_eq!(error.declaration(), Some(&declaration));
    assert_eq!(error.to_string(), declaration.to_string());
    assert!(std::error::Error::source(&error).is_none());
    let error = CheckError::Database(std::fmt::Error);
    assert!(error.declaration().is_none());
    assert!(std::error::Error::source(&error).is_some());
}
