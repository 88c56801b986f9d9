//! Why the DDL has `VARCHAR(26)` and not `CHAR(26)`.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;
use iddiesel::Scru128Text;

use crate::servers;

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
    line: String,
}

#[test]
fn an_index_on_char_is_not_used() {
    let Some(mut database) = servers::postgres() else { return };
    database.batch_execute("SET enable_seqscan = off").unwrap();
    for (column, is_used) in
        [("CHAR(26)", false), ("VARCHAR(26)", true), ("VARCHAR", true), ("TEXT", true)]
    {
        let make = format!(
            "DROP TABLE IF EXISTS keys; CREATE TABLE keys (id {column} COLLATE \"C\" PRIMARY KEY)"
        );
        database.batch_execute(&make).unwrap();
        let id: Scru128Text = "00QBTG0FERFTCCNFISUBO489DI".parse().unwrap();
        let plan: Vec<Line> = diesel::sql_query("EXPLAIN SELECT id FROM keys WHERE id = $1")
            .bind::<Text, _>(id)
            .load(&mut *database)
            .unwrap();
        let plan: String = plan.into_iter().map(|line| line.line + "\n").collect();
        assert_eq!(plan.contains("Index Cond"), is_used, "{column}:\n{plan}");
    }
}
