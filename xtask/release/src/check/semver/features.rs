//! The features of the crates, which users name in their manifests.
//!
//! A feature that is gone stops a build; one that turns on less than before takes items away from
//! whoever relied on it.

use std::collections::{BTreeMap, BTreeSet};

use crate::workspace::Workspace;

/// Each feature of the release with this tag that is gone, or turns on less. `now` is in the source,
/// and its manifests are named from its top.
pub(super) fn breaks(before: &Workspace, now: &Workspace, tag: &str) -> Vec<String> {
    let ours: Vec<&str> = before.members.iter().map(|member| member.name.as_str()).collect();
    let mut breaks = Vec::new();
    for member in &now.members {
        let Some(was) = before.members.iter().find(|earlier| earlier.name == member.name) else {
            continue;
        };
        let folder = member.folder.strip_prefix(&now.top).unwrap_or(&member.folder);
        let at = folder.join("Cargo.toml");
        let mut say =
            |what: String| breaks.push(format!("{}: {}: {what}", at.display(), member.name));
        for feature in was.features.keys() {
            if feature != "default" && !member.features.contains_key(feature) {
                say(format!("the feature `{feature}` of {tag} is gone"));
                continue;
            }
            let present = turned_on(&member.features, feature);
            for item in turned_on(&was.features, feature).difference(&present) {
                let is_feature = was.features.contains_key(item);
                // That the feature is gone is said for itself.
                let is_gone = is_feature && !member.features.contains_key(item);
                if !is_gone && (is_feature || is_of(item, &ours)) {
                    say(format!("`{feature}` turned on `{item}` in {tag}, and does no more"));
                }
            }
        }
    }
    breaks
}

/// All that a feature turns on, itself left out.
fn turned_on(features: &BTreeMap<String, Vec<String>>, feature: &str) -> BTreeSet<String> {
    let mut on = BTreeSet::new();
    let mut open = vec![feature];
    while let Some(next) = open.pop() {
        for item in features.get(next).into_iter().flatten() {
            if on.insert(item.clone()) {
                open.push(item);
            }
        }
    }
    on
}

/// Whether it is a feature of one of these crates: `crate/feature`. Of others' crates, and of which
/// of them a feature takes, what users see is in the descriptions of the interface.
fn is_of(item: &str, crates: &[&str]) -> bool {
    item.split_once('/').is_some_and(|(name, _)| crates.contains(&name.trim_end_matches('?')))
}

#[cfg(test)]
mod tests {
    use super::breaks;
    use crate::scratch::Scratch;
    use crate::workspace::Workspace;

    /// What breaks when the features of `two` become others.
    fn between(name: &str, from: &str, to: &str) -> Vec<String> {
        let with = |name: String, features: &str| {
            let scratch = Scratch::workspace(&name);
            let manifest = scratch.read("crates/two/Cargo.toml");
            scratch.write("crates/two/Cargo.toml", &format!("{manifest}\n[features]\n{features}"));
            let workspace = Workspace::at(scratch.top()).unwrap();
            (scratch, workspace)
        };
        let (_before, before) = with(format!("features-{name}-before"), from);
        let (_now, now) = with(format!("features-{name}-now"), to);
        breaks(&before, &now, "v0.1.0")
    }

    #[test]
    fn what_is_gone_is_named_with_its_manifest() {
        let found = between(
            "gone",
            "default = [\"a\", \"b\"]\na = []\nb = [\"c\", \"one/more\"]\nc = []\nd = []\n",
            "default = [\"a\"]\na = []\nb = []\nc = []\n",
        );
        let found: Vec<&str> = found
            .iter()
            .map(|line| line.strip_prefix("crates/two/Cargo.toml: two: ").unwrap())
            .collect();
        assert_eq!(
            found,
            [
                "`b` turned on `c` in v0.1.0, and does no more",
                "`b` turned on `one/more` in v0.1.0, and does no more",
                "the feature `d` of v0.1.0 is gone",
                "`default` turned on `b` in v0.1.0, and does no more",
                "`default` turned on `c` in v0.1.0, and does no more",
                "`default` turned on `one/more` in v0.1.0, and does no more",
            ]
        );
    }

    #[test]
    fn what_moves_and_what_comes_breaks_nothing() {
        let from = "default = [\"a\"]\na = [\"b\"]\nb = []\n";
        let to = "default = [\"a\", \"b\", \"new\"]\na = [\"new\"]\nnew = [\"b\"]\nb = []\n";
        assert_eq!(between("moved", from, to), [""; 0]);
        assert_eq!(
            between("no-default", "default = [\"a\"]\na = []\n", "a = []\n"),
            ["crates/two/Cargo.toml: two: `default` turned on `a` in v0.1.0, and does no more"]
        );
    }
}
