//! Fields of JSON, one value a line.

use super::{V4, V4_BITS, bits, converted, with};
use crate::tool::fed;

const ID: [&str; 3] = ["--jsonl", "--field", "id"];

#[test]
fn all_that_is_not_converted_stays() {
    for text in [
        "",
        "\n",
        "{\"id\":\"@\"}",
        "{\"id\":\"@\"}\r\n\r\n{\"id\":\"@\"}\n",
        "\u{FEFF}{\"id\":\"@\"}\n",
        "  { \"z\" : 1.10 , \"id\" :\t\"@\" , \"a\":1E400, \"z\":[ ]}  \n",
        "{\"n\":123456789012345678901234567890,\"id\":\"@\",\"s\":\"\\u00e9\\/\\n\"}\n",
        "{\"id\":null}\n{\"id\" : \"@\"}\n{}\n{\"other\":1}\n",
        "{\"id\":[\"@\" ,null, \"@\"],\"x\":[]}\n{\"id\":[]}\n",
        "{\"id\":\"@\",\"id\":\"@\"}\n",
        "[{\"id\":\"@\"},{\"x\":\"y\"},{\"id\":null}]\n1\n\"id\"\nnull\n",
        "{\"s\":\"{\\\"id\\\":1}\",\"id\":\"@\",\"x\":{\"id\":1}}\n",
    ] {
        assert_eq!(converted(&ID, &with(text, V4)), with(text, V4_BITS), "{text:?}");
    }
}

#[test]
fn paths() {
    for (path, text) in [
        ("user.id", r#"{"id":1,"user":{"id":"@"}}"#),
        ("/user/id", r#"{"id":1,"user":{"id":"@"}}"#),
        ("/user.id", r#"{"user.id":"@","user":{"id":1}}"#),
        ("/a~1b/c~0d", r#"{"a/b":{"c~d":"@"}}"#),
        ("items.id", r#"{"items":[{"id":"@"},{"id":null},{},7,{"id":["@"]}]}"#),
        ("\u{e9}", r#"{"é":"@"}"#),
        ("\u{e9}", r#"{"\u00E9":"@"}"#),
    ] {
        let options = ["--jsonl", "--field", path];
        assert_eq!(converted(&options, &with(text, V4)), with(text, V4_BITS), "{path}");
    }
    let both = ["--jsonl", "--field", "b", "--field", "a.c"];
    let text = r#"{"a":{"c":"@"},"c":"x","b":"@"}"#;
    assert_eq!(converted(&both, &with(text, V4)), with(text, V4_BITS));
}

#[test]
fn a_text_with_escapes_is_read_as_what_it_is() {
    let escaped = format!("{{\"id\":\"\\u0032{}\"}}", &V4[1..]);
    assert_eq!(converted(&ID, &escaped), format!("{{\"id\":\"{V4_BITS}\"}}"));
}

#[test]
fn huids_are_read_as_integers_too_and_written_as_strings() {
    let args = ["convert", "--from", "huid", "--to", "huid", "--map", "bits"];
    // Over 2^53, where a float loses the last digit.
    let input = b"{\"id\":9007199254740993}\n{\"id\":\"9007199254740993\"}\n";
    let run = fed(&[&args[..], &ID].concat(), input);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(run.text(), "{\"id\":\"9007199254740993\"}\n".repeat(2));
    for bad in ["1.5", "-1", "1e3", "9223372036854775808"] {
        let run = fed(&[&args[..], &ID].concat(), format!("{{\"id\":{bad}}}\n").as_bytes());
        assert_eq!((run.code, run.text()), (Some(1), ""), "{bad}");
        assert!(run.stderr.starts_with(&format!("idcli: line 1, field \"id\": \"{bad}\": ")));
    }
}

#[test]
fn bad_values_by_each_choice() {
    let input = with(
        "{\"id\":\"@\"}\n{\"id\":7}\n{\"id\":[\"@\",\"zz\",\"@\"]}\n{\"id\": \n{\"id\":\"@\"}\n",
        V4,
    );
    let messages = [
        "idcli: line 2, field \"id\": \"7\": expected a string, null or an array of these, found a \
         number; decimal digits look like a HUID\n",
        "idcli: line 3, field \"id\": \"zz\": invalid UUID: expected a hexadecimal digit at \
         position 0, found 'z'\n",
        "idcli: line 4: \"{\\\"id\\\": \": not JSON: EOF while parsing a value at column 7\n",
    ];
    let stop = bits(&ID, input.as_bytes());
    assert_eq!((stop.code, stop.stderr.as_str()), (Some(1), messages[0]));
    assert_eq!(stop.text(), with("{\"id\":\"@\"}\n", V4_BITS));

    let skip = bits(&[&ID[..], &["--on-error", "skip"]].concat(), input.as_bytes());
    assert_eq!(skip.code, Some(1));
    assert_eq!(skip.text(), with("{\"id\":\"@\"}\n", V4_BITS).repeat(2));
    assert_eq!(skip.stderr, messages.concat() + "idcli: 3 bad values, left out\n");

    let keep = bits(&[&ID[..], &["--on-error", "keep"]].concat(), input.as_bytes());
    assert_eq!(keep.code, Some(1));
    assert_eq!(keep.text(), input.replace(V4, V4_BITS));
    assert_eq!(keep.stderr, messages.concat() + "idcli: 3 bad values, kept as they were\n");
}

#[test]
fn values_of_other_types() {
    for (value, found) in [
        ("{}", "an object"),
        ("true", "a boolean"),
        ("1.5", "a number"),
        ("[[]]", "an array in an array"),
    ] {
        let run = bits(&ID, format!("{{\"id\":{value}}}").as_bytes());
        assert_eq!((run.code, run.text()), (Some(1), ""));
        let expected = format!("expected a string, null or an array of these, found {found}\n");
        assert!(run.stderr.ends_with(&expected), "{}", run.stderr);
    }
    let run = bits(&ID, b"{\"id\":\"\"}");
    assert!(run.stderr.contains("found an empty text"), "{}", run.stderr);
}

#[test]
fn a_field_that_no_line_has_is_an_error() {
    let options = ["--jsonl", "--field", "id", "--field", "user.ID"];
    let input = with("{\"id\":\"@\"}\n{\"user\":{\"id\":\"@\"}}\n", V4);
    let run = bits(&options, input.as_bytes());
    assert_eq!(run.code, Some(1));
    assert_eq!(run.lines().len(), 2);
    assert_eq!(run.stderr, "idcli: field \"user.ID\": there is none in the whole input\n");
}

#[test]
fn what_is_not_utf_8_and_what_is_too_deep() {
    let input = [b"{\"id\":\"", &b"\xFF"[..], b"\"}\n"].concat();
    let run = bits(&ID, &input);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("not JSON: invalid unicode code point"), "{}", run.stderr);
    let run = bits(&["--jsonl", "--field", "a.b"], "[".repeat(1_000_000).as_bytes());
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("not JSON: recursion limit exceeded"), "{}", run.stderr);
}
