//! The commands of the README print what it says.

#[test]
fn commands_of_the_readme() {
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .default_bin_path(trycmd::cargo::cargo_bin!("idcli"))
        .case("README.md");
}
