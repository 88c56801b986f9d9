//! Text and back.

use std::hint::black_box;

use idcore::{Huid, Scru128};

use crate::Group;
use crate::measure::Candidate;
use crate::results::Target;

pub fn groups() -> Vec<Group> {
    vec![encode(), decode(), huid_encode(), huid_parse()]
}

/// So many inputs that no branch predictor learns them, few enough for the first cache.
const INPUTS: usize = 256;

fn ids() -> Vec<Scru128> {
    let mut ids = vec![Scru128::MIN; INPUTS];
    idgen::Scru128Generator::new().fill(&mut ids).expect("the clock is in range");
    ids
}

/// Ids of the first years: 17 digits.
fn huids() -> Vec<Huid> {
    let mut ids = vec![Huid::MIN; INPUTS];
    let mut generator =
        idgen::HuidGenerator::with_sources(|| 1794784632814, idgen::SystemRandomness::new());
    generator.fill(&mut ids).expect("the clock is in range");
    assert!(ids.iter().all(|id| id.to_string().len() == 17));
    ids
}

/// An operation over all inputs in turn.
fn over<I: 'static>(
    name: &'static str,
    inputs: Vec<I>,
    mut operation: impl FnMut(&I) + 'static,
) -> Candidate {
    let mut next = 0;
    Candidate::new(name, move |times| {
        // In a register: what is kept in memory from one input to the next would take as long as
        // the fastest candidates.
        let mut at = next;
        for _ in 0..times {
            at = (at + 1) % INPUTS;
            operation(black_box(&inputs[at]));
        }
        next = at;
    })
}

fn encode() -> Group {
    let ids = ids();
    let mut ours = [0; 26];
    let mut lower = [0; 26];
    let mut simple = [0; 32];
    let mut ulid = [0; 26];
    let mut ferroid = <u128 as ferroid::id::BeBytes>::Base32Array::default();
    Group {
        name: "scru128-encode",
        candidates: vec![
            over("idcore", ids.clone(), move |id| {
                black_box(id.encode(&mut ours));
            }),
            over("idcore-lower", ids.clone(), move |id| {
                black_box(id.encode_lower(&mut lower));
            }),
            over("uuid-simple", uuids(&ids), move |id| {
                black_box(id.simple().encode_lower(&mut simple));
            }),
            over("ulid", ulids(&ids), move |id| {
                black_box(id.array_to_str(&mut ulid));
            }),
            over("ferroid", ferroids(&ids), move |id| {
                use ferroid::base32::Base32UlidExt;
                black_box(id.encode_to_buf(&mut ferroid));
            }),
            over("scru128-1.0", v1(&ids), |id| {
                black_box(id.to_string());
            }),
        ],
        targets: vec![Target { ours: "idcore", peer: "uuid-simple", ratio: 1.0 }],
    }
}

fn decode() -> Group {
    let ids = ids();
    let ours: Vec<_> = ids.iter().map(Scru128::to_string).collect();
    let simple: Vec<_> = uuids(&ids).iter().map(|id| id.simple().to_string()).collect();
    let ulid: Vec<_> = ulids(&ids).iter().map(ulid::Ulid::to_string).collect();
    Group {
        name: "scru128-decode",
        candidates: vec![
            over("idcore", ours.clone(), |text| {
                black_box(Scru128::decode(text.as_bytes()).expect("a valid text"));
            }),
            over("uuid-simple", simple, |text| {
                black_box(uuid::Uuid::try_parse_ascii(text.as_bytes()).expect("a valid text"));
            }),
            over("ulid", ulid.clone(), |text| {
                black_box(ulid::Ulid::from_string(text).expect("a valid text"));
            }),
            over("ferroid", ulid, |text| {
                use ferroid::base32::Base32UlidExt;
                black_box(ferroid::id::ULID::decode(text).expect("a valid text"));
            }),
            over("scru128-1.0", ours, |text| {
                black_box(text.parse::<scru128_v1::Scru128Id>().expect("a valid text"));
            }),
        ],
        targets: vec![Target { ours: "idcore", peer: "uuid-simple", ratio: 0.70 }],
    }
}

fn huid_encode() -> Group {
    let ids = huids();
    let integers: Vec<_> = ids.iter().map(|id| id.to_u64()).collect();
    let mut ours = [0; 19];
    let mut padded = [0; 19];
    let mut itoa = itoa::Buffer::new();
    let mut lexical = [0; 20];
    Group {
        name: "huid-encode",
        candidates: vec![
            over("idcore", ids.clone(), move |id| {
                black_box(id.encode(&mut ours));
            }),
            over("idcore-padded", ids, move |id| {
                black_box(id.encode_padded(&mut padded));
            }),
            over("itoa", integers.clone(), move |id| {
                black_box(itoa.format(*id));
            }),
            over("lexical", integers, move |id| {
                black_box(lexical_core::write(*id, &mut lexical));
            }),
        ],
        targets: vec![Target { ours: "idcore", peer: "itoa", ratio: 0.6 }],
    }
}

fn huid_parse() -> Group {
    let texts: Vec<_> = huids().iter().map(Huid::to_string).collect();
    Group {
        name: "huid-parse",
        candidates: vec![
            over("idcore", texts.clone(), |text| {
                black_box(Huid::decode(text.as_bytes()).expect("a valid text"));
            }),
            over("atoi_simd", texts.clone(), |text| {
                black_box(
                    atoi_simd::parse_pos::<u64, false>(text.as_bytes()).expect("a valid text"),
                );
            }),
            over("atoi", texts.clone(), |text| {
                black_box(atoi::atoi::<u64>(text.as_bytes()).expect("a valid text"));
            }),
            over("std", texts, |text| {
                black_box(text.parse::<u64>().expect("a valid text"));
            }),
        ],
        targets: vec![Target { ours: "idcore", peer: "atoi_simd", ratio: 0.45 }],
    }
}

fn uuids(ids: &[Scru128]) -> Vec<uuid::Uuid> {
    ids.iter().map(|id| uuid::Uuid::from_u128(id.to_u128())).collect()
}

fn ulids(ids: &[Scru128]) -> Vec<ulid::Ulid> {
    ids.iter().map(|id| ulid::Ulid(id.to_u128())).collect()
}

fn ferroids(ids: &[Scru128]) -> Vec<ferroid::id::ULID> {
    ids.iter().map(|id| ferroid::id::ULID::from_raw(id.to_u128())).collect()
}

fn v1(ids: &[Scru128]) -> Vec<scru128_v1::Scru128Id> {
    ids.iter().map(|id| id.to_u128().into()).collect()
}
