//! Columns of CSV.

use super::{UUID_BITS, V4, V4_BITS, bits, converted, with};
use crate::tool::fed;

const ID: [&str; 3] = ["--csv", "--column", "id"];

#[test]
fn all_that_is_not_converted_stays() {
    for text in [
        "id\n@\n",
        "id\r\n@\r\n",
        "id\r@\r@",
        "id\n@",
        "id\n",
        "id",
        "",
        "\u{FEFF}id\n@\n",
        "\u{FEFF}\"id\",x\n\"@\",1\n",
        "id,note\n@,\"a \"\"quote\"\", a comma\"\n",
        "id,note\n@,\"lines\nand\r\nmore\"\n@,\"\n\"\n",
        "note,\"id\"\n,\"@\"\n\"\",@\n",
        "id,id2\n@,\n",
        "note,id,x\n  spaces  ,@,  \n",
        "id,x\n,\n\"\",\"\"\n@,\n",
        "id,x\n\n@,1\n\n\r\n@,2\n\n",
        "x,id\nodd\"quote,@\n\"odd\"quote,@\n\"\"\"\",@\n",
        "x,id\n\u{e9}\u{1F600},@\n",
        "id,x\n@,1,2,3\n@\n",
    ] {
        assert_eq!(converted(&ID, &with(text, V4)), with(text, V4_BITS), "{text:?}");
    }
    let bytes = [b"x,id\n\xFF\0,", V4.as_bytes(), b"\n"].concat();
    let expected = [b"x,id\n\xFF\0,", V4_BITS.as_bytes(), b"\n"].concat();
    assert_eq!(bits(&ID, &bytes).stdout, expected);
}

#[test]
fn several_columns_by_name_and_number() {
    let text = "a,b,c,d\n@,@,x,@\n";
    let expected = format!("a,b,c,d\n{V4_BITS},{V4},x,{V4_BITS}\n");
    for options in [
        ["--csv", "--column", "d", "--column", "a"],
        ["--csv", "--column-number", "1", "--column", "d"],
        ["--csv", "--column-number", "4", "--column-number", "1"],
    ] {
        assert_eq!(converted(&options, &with(text, V4)), expected);
    }
    let twice = ["--csv", "--column", "a", "--column", "d", "--column-number", "1"];
    assert_eq!(converted(&twice, &with(text, V4)), expected);
    let no_header = ["--csv", "--no-header", "--column-number", "2"];
    assert_eq!(converted(&no_header, &with("x,@\n,@", V4)), with("x,@\n,@", V4_BITS));
}

#[test]
fn other_delimiters() {
    for (name, delimiter) in [("tab", "\t"), ("\\t", "\t"), (";", ";"), ("|", "|")] {
        let text = "a,b;c|d\tid\nx,y;z|\t\"@\"\n";
        let text = if delimiter == "\t" {
            text.to_owned()
        } else {
            format!("a,b{delimiter}id\n\"{delimiter}\"{delimiter}@\n")
        };
        let options = [&ID[..], &["--delimiter", name]].concat();
        assert_eq!(converted(&options, &with(&text, V4)), with(&text, V4_BITS));
    }
}

#[test]
fn cells_that_stand_for_no_id() {
    let text = "id,x\nNULL,NULL\n\"NULL\",1\n,2\n\"\",3\n@,4\n";
    let options = [&ID[..], &["--null", "NULL"]].concat();
    assert_eq!(converted(&options, &with(text, V4)), with(text, V4_BITS));
}

#[test]
fn headers_that_do_not_have_the_column() {
    for (header, options, message) in [
        ("ID,name", &["--column", "id"][..], "no column \"id\": it has \"ID\", \"name\""),
        (
            "id,x,id",
            &["--column", "id"],
            "the column \"id\" more than once, as number 1 and 3: choose with --column-number",
        ),
        ("a", &["--column-number", "2"], "no column 2: it has 1 column"),
        ("a,b", &["--column-number", "9", "--column", "a"], "no column 9: it has 2 columns"),
        ("id ,x", &["--column", "id"], "no column \"id\": it has \"id \", \"x\""),
    ] {
        let run = bits(&[&["--csv"], options].concat(), format!("{header}\n{V4}\n").as_bytes());
        assert_eq!((run.code, run.text()), (Some(1), ""));
        assert!(run.stderr.starts_with("idcli: the header has "), "{}", run.stderr);
        assert!(run.stderr.contains(message), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1);
    }
    let wide = (0..30).map(|n| format!("c{n}")).collect::<Vec<_>>().join(",");
    let run = bits(&ID, wide.as_bytes());
    assert!(run.stderr.ends_with(", \"c19\" and 10 more\n"), "{}", run.stderr);
    // Twice in the header, and one of the two is meant.
    let second = ["--csv", "--column-number", "3"];
    assert_eq!(converted(&second, &with("id,x,id\n,,@\n", V4)), with("id,x,id\n,,@\n", V4_BITS));
}

#[test]
fn bad_values_by_each_choice() {
    let input = with("n,\"id\"\r\n1,@\r\n\"2\n\",\"oh, \"\"no\"\"\"\r\n3,@\r\n4,zz\r\n5,@", V4);
    let first = "idcli: line 4, column \"id\": \"oh, \\\"no\\\"\": invalid UUID: expected a \
                 hexadecimal digit at position 0, found 'o'\n";
    let second = "idcli: line 6, column \"id\": \"zz\": invalid UUID: expected a hexadecimal digit \
                  at position 0, found 'z'\n";

    let stop = bits(&ID, input.as_bytes());
    assert_eq!((stop.code, stop.stderr.as_str()), (Some(1), first));
    assert_eq!(stop.text(), with("n,\"id\"\r\n1,@\r\n", V4_BITS));

    let skip = bits(&[&ID[..], &["--on-error", "skip"]].concat(), input.as_bytes());
    assert_eq!(skip.code, Some(1));
    assert_eq!(skip.stderr, format!("{first}{second}idcli: 2 bad values, left out\n"));
    assert_eq!(skip.text(), with("n,\"id\"\r\n1,@\r\n3,@\r\n5,@", V4_BITS));

    let keep = bits(&[&ID[..], &["--on-error", "keep"]].concat(), input.as_bytes());
    assert_eq!(keep.code, Some(1));
    assert_eq!(keep.stderr, format!("{first}{second}idcli: 2 bad values, kept as they were\n"));
    assert_eq!(keep.text(), input.replace(V4, V4_BITS));
}

#[test]
fn a_row_is_left_out_as_a_whole_with_its_end() {
    let options = ["--csv", "--column", "a", "--column", "b", "--on-error", "skip"];
    for end in ["\n", "\r\n", "\r"] {
        // One bad value is told of a row that is left out; the second row is converted before it is.
        let input = ["a,b", "bad,bad", "@,bad", "@,@", "bad,@"].join(end) + end;
        let run = bits(&options, with(&input, V4).as_bytes());
        assert_eq!(run.text(), with(&(["a,b", "@,@"].join(end) + end), V4_BITS));
        assert!(run.stderr.ends_with("idcli: 3 bad values, left out\n"), "{}", run.stderr);
    }
}

#[test]
fn rows_without_the_column() {
    let input = with("a,b,id\n1,2,@\n3\n4,5\n6,7,@,8\n", V4);
    let messages = "idcli: line 3: the row has 1 cell, and no column \"id\"\n\
                    idcli: line 4: the row has 2 cells, and no column \"id\"\n";
    let keep = bits(&[&ID[..], &["--on-error", "keep"]].concat(), input.as_bytes());
    assert_eq!(keep.code, Some(1));
    assert_eq!(keep.text(), input.replace(V4, V4_BITS));
    assert_eq!(keep.stderr, format!("{messages}idcli: 2 bad values, kept as they were\n"));
    let skip = bits(&[&ID[..], &["--on-error", "skip"]].concat(), input.as_bytes());
    assert_eq!(skip.text(), with("a,b,id\n1,2,@\n6,7,@,8\n", V4_BITS));
    let stop = bits(&ID, input.as_bytes());
    assert_eq!((stop.code, stop.text()), (Some(1), with("a,b,id\n1,2,@\n", V4_BITS).as_str()));
}

#[test]
fn long_cells() {
    // In another column nothing; in the column itself a bad value.
    let long = "x".repeat(1_000_000);
    let text = format!("id,x\n@,{long}\n@,\"{long}\"\n");
    assert_eq!(converted(&ID, &with(&text, V4)), with(&text, V4_BITS));
    for len in [1024, 1025, 5000] {
        let cell = "x".repeat(len);
        let input = format!("id,x\n{V4},\n\"{cell}\",\n{V4},\n");
        let run = bits(&[&ID[..], &["--on-error", "keep"]].concat(), input.as_bytes());
        assert_eq!(run.text(), input.replace(V4, V4_BITS));
        let why = "longer than 1024 bytes, which no id is";
        assert_eq!(run.stderr.contains(why), len > 1024, "{}", run.stderr);
    }
}

#[test]
fn a_quote_that_is_never_closed_is_no_silent_loss() {
    let run = bits(&ID, with("x,id\n1,@\n\"2,@\n3,@\n", V4).as_bytes());
    assert_eq!((run.code, run.text()), (Some(1), with("x,id\n1,@\n", V4_BITS).as_str()));
    assert_eq!(run.stderr, "idcli: line 3: a quote opens a cell here and is never closed\n");
}

#[test]
fn rows_at_all_places_of_the_pieces_that_are_read() {
    // Rows of many lengths, some of them over several pieces, fed through a pipe.
    let row = |n: usize, id: &str| {
        format!("{n},\"{}\"\"\n\",{id},\"{id}\"\r\n", "y".repeat(n * 7919 % 3001))
    };
    let mut input = "n,x,id,ref\r\n".to_owned();
    let mut expected = input.clone();
    for n in 0..2000 {
        input.push_str(&row(n, V4));
        expected.push_str(&row(n, V4_BITS));
    }
    let args = [&UUID_BITS[..], &ID, &["--column", "ref"]].concat();
    let run = fed(&args, input.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.text() == expected);
}
