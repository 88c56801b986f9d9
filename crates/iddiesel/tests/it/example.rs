//! The example, run.

// Its `main` only reads the arguments.
#[allow(dead_code)]
#[path = "../../examples/shop.rs"]
mod shop;

#[test]
fn the_shop_runs() {
    let report = shop::run(":memory:").unwrap();
    let lines: Vec<_> = report.lines().collect();
    assert_eq!(lines.len(), 4, "{report}");
    assert!(lines[0].starts_with("Ada is customer "), "{report}");
    assert!(lines[1].contains(" has 2 orders"), "{report}");
    assert!(lines[2].ends_with("replaces the first"), "{report}");
    assert!(lines[3].starts_with("2 orders in the last minute"), "{report}");
}
