//! Which maps there are.

use std::fmt;

use iduuid::Mapping;

use crate::cli::{Kind, Map};

/// What is done with the bits of an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// They are the bits of the other id.
    Same,
    /// They become a SCRU128.
    ToScru128(Mapping),
    /// They are a SCRU128, and become again what it was made of.
    OfScru128(Mapping),
    /// They become a HUID of the same time.
    LossyHuid,
}

impl Plan {
    /// How ids of one kind become another by a map; `None` where there is no such map.
    pub(super) fn of(from: Kind, to: Kind, map: Map) -> Option<Self> {
        match (from, to, map) {
            (Kind::Huid, Kind::Huid, Map::Bits)
            | (
                Kind::Uuid | Kind::Ulid | Kind::Scru128,
                Kind::Uuid | Kind::Ulid | Kind::Scru128,
                Map::Bits,
            ) => Some(Self::Same),
            (_, Kind::Scru128, Map::Time) => time_of(from).map(Self::ToScru128),
            (Kind::Scru128, _, Map::Time) => time_of(to).map(Self::OfScru128),
            (Kind::Uuid | Kind::Ulid | Kind::Scru128, Kind::Huid, Map::LossyTime) => {
                Some(Self::LossyHuid)
            }
            _ => None,
        }
    }

    /// Whether the ids have a time that is kept.
    pub(super) fn keeps_time(self) -> bool {
        self != Self::Same
    }
}

/// The lossless mapping that keeps the time of a kind.
fn time_of(kind: Kind) -> Option<Mapping> {
    match kind {
        Kind::Uuid => Some(Mapping::UuidTime),
        Kind::Ulid => Some(Mapping::Ulid),
        Kind::Huid => Some(Mapping::Huid),
        Kind::Scru128 => None,
    }
}

/// That there is no such map, and those that there are.
pub(super) struct NoPlan {
    pub(super) from: Kind,
    pub(super) to: Kind,
    pub(super) map: Map,
}

impl fmt::Display for NoPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, map } = *self;
        write!(f, "--map {map} does not make {to} of {from}; there is")?;
        let mut separator = " ";
        let there_is = |to, map| Plan::of(from, to, map).is_some();
        let any = Map::ALL.into_iter().any(|map| there_is(to, map));
        for other in Kind::ALL.into_iter().filter(|other| !any || *other == to) {
            for map in Map::ALL.into_iter().filter(|map| there_is(other, *map)) {
                write!(f, "{separator}--from {from} --to {other} --map {map}")?;
                separator = ", ";
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{NoPlan, Plan};
    use crate::cli::{Kind, Map};

    #[test]
    fn what_there_is() {
        let all: Vec<(Kind, Kind, Map)> = Kind::ALL
            .into_iter()
            .flat_map(|from| Kind::ALL.map(|to| (from, to)))
            .flat_map(|(from, to)| Map::ALL.map(|map| (from, to, map)))
            .filter(|&(from, to, map)| Plan::of(from, to, map).is_some())
            .collect();
        // 9 of the same bits among three, one of HUID; three to SCRU128 and three back; three lossy.
        assert_eq!(all.len(), 10 + 6 + 3);
        assert!(all.iter().all(|(from, to, map)| (*map == Map::LossyTime)
            == (*to == Kind::Huid && *from != Kind::Huid && *map != Map::Time)));
    }

    #[test]
    fn what_there_is_not() {
        for (from, to, map, message) in [
            (
                Kind::Uuid,
                Kind::Huid,
                Map::Time,
                "--map time does not make huid of uuid; there is --from uuid --to huid --map \
                 lossy-time",
            ),
            (
                Kind::Scru128,
                Kind::Huid,
                Map::Bits,
                "--map bits does not make huid of scru128; there is --from scru128 --to huid --map \
                 time, --from scru128 --to huid --map lossy-time",
            ),
            (
                Kind::Huid,
                Kind::Ulid,
                Map::Time,
                "--map time does not make ulid of huid; there is --from huid --to scru128 --map \
                 time, --from huid --to huid --map bits",
            ),
        ] {
            assert_eq!(NoPlan { from, to, map }.to_string(), message);
        }
    }
}
