//! Nothing of a database is compiled that was not asked for.

use std::process::Command;

/// The packages that a user of these features compiles.
fn packages(features: &str, depth: &str) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["tree", "--offline", "--edges", "normal", "--prefix", "none", "--format", "{p}"])
        .args(["--no-default-features", "--features", features, "--depth", depth])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let packages = String::from_utf8(output.stdout).unwrap();
    packages.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn each_feature_brings_its_own_driver_alone() {
    let drivers = ["sqlx-postgres", "sqlx-mysql", "sqlx-sqlite"];
    for (features, own) in [
        ("", None),
        ("any", None),
        ("postgres", Some("sqlx-postgres")),
        ("mysql", Some("sqlx-mysql")),
        ("sqlite", Some("sqlx-sqlite")),
    ] {
        let packages = packages(features, "99");
        for driver in drivers {
            let compiled = packages.iter().any(|package| package == driver);
            assert_eq!(compiled, own == Some(driver), "{driver} with {features:?}");
        }
        // The macros and what they need are the user's choice, and so is the runtime.
        for never in ["sqlx-macros", "tokio", "uuid"] {
            assert!(!packages.iter().any(|package| package == never), "{never}: {features:?}");
        }
    }
}

/// `sqlx-core` and the drivers are details of sqlx, whose versions are not promised.
#[test]
fn of_drivers_it_depends_on_sqlx_alone() {
    let packages = packages("any,mysql,postgres,sqlite", "1");
    assert_eq!(packages, ["idsqlx", "idcolumns", "idcore", "sqlx"]);
}
