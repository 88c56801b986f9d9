//! The commands of the README and of the guide print what these say.

fn commands() -> trycmd::TestCases {
    let commands = trycmd::TestCases::new();
    commands.env("NO_COLOR", "1").default_bin_path(trycmd::cargo::cargo_bin!("idcli"));
    commands
}

#[test]
fn commands_of_the_readme() {
    commands().case("README.md");
}

#[test]
fn commands_of_the_guide() {
    commands().case("../../docs/*.md");
}
