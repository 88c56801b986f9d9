//! The tables in the guide are those that the crates have as constants.

use std::fs;
use std::path::Path;

#[allow(dead_code, reason = "it is a part of xtask, which needs more of it")]
#[path = "../../src/markdown.rs"]
mod markdown;

/// The constants that the guide may show, by the path that a comment above the block has.
const TABLES: [(&str, &str); 6] = [
    ("idsqlx::ddl::postgres::SHOP", idsqlx::ddl::postgres::SHOP),
    ("idsqlx::ddl::postgres::DOMAINS", idsqlx::ddl::postgres::DOMAINS),
    ("idsqlx::ddl::sqlite::SHOP", idsqlx::ddl::sqlite::SHOP),
    ("iddiesel::ddl::mysql::SHOP", iddiesel::ddl::mysql::SHOP),
    ("iddiesel::ddl::sqlite::SHOP", iddiesel::ddl::sqlite::SHOP),
    ("idpostgres::ddl::SHOP", idpostgres::ddl::SHOP),
];

/// What differs from the constants in a text, and how many blocks were compared.
fn compare(text: &str) -> (usize, Vec<String>) {
    let (mut compared, mut wrong) = (0, Vec::new());
    for block in markdown::blocks(text).iter().filter(|block| block.language == "sql") {
        let name = block.above.strip_prefix("<!-- sql: ").and_then(|n| n.strip_suffix(" -->"));
        let table = TABLES.iter().find(|(path, _)| Some(*path) == name);
        compared += 1;
        match table {
            None => wrong.push(format!("line {}: {:?} is no constant", block.line, block.above)),
            Some((path, table)) if table.trim() != block.lines.join("\n") => {
                wrong.push(format!("line {}: {path} is otherwise:\n{}", block.line, table.trim()));
            }
            Some(_) => {}
        }
    }
    (compared, wrong)
}

#[test]
fn tables_of_the_guide_are_constants() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut tables = 0;
    for entry in fs::read_dir(guide).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_some_and(|ending| ending == "md") {
            let (compared, wrong) = compare(&fs::read_to_string(&file).unwrap());
            assert!(wrong.is_empty(), "{}: {}", file.display(), wrong.join("\n"));
            tables += compared;
        }
    }
    assert!(tables > 0, "the guide has no table");
}

#[test]
fn a_table_that_differs_is_found() {
    let shop = idsqlx::ddl::sqlite::SHOP.trim();
    let block = |path, table: &str| format!("<!-- sql: {path} -->\n```sql\n{table}\n```\n");
    assert_eq!(compare(&block("idsqlx::ddl::sqlite::SHOP", shop)), (1, Vec::new()));
    let (_, wrong) = compare(&block("idsqlx::ddl::sqlite::SHOP", "SELECT 1"));
    assert!(wrong[0].starts_with("line 2: idsqlx::ddl::sqlite::SHOP is otherwise:\n"));
    let (_, wrong) = compare(&block("idsqlx::ddl::none", shop));
    assert_eq!(wrong, [r#"line 2: "<!-- sql: idsqlx::ddl::none -->" is no constant"#]);
}
