//! What elements there are, and the signatures of the stages.

use dxil2spirv_oracle::random::Random;

/// Families of stages that are linked by register.
pub const FAMILIES: usize = 3;

/// What kind of numbers an element holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Floats.
    Float,
    /// Integers without sign.
    Uint,
    /// Integers with sign, all below 0.
    Int,
    /// Booleans.
    Bool,
}

/// How precise an element is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// 32 bits.
    Full,
    /// Minimum precision; 16 bits in a stage that has these.
    Small,
}

/// A stage of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Level {
    Vertex,
    Hull,
    Domain,
    Geometry,
    Pixel,
}

impl Level {
    /// Stages without a part in which order, and how many variants of each are free.
    const FREE: [(Self, usize); 5] = [
        (Self::Vertex, 8),
        (Self::Hull, 6),
        (Self::Domain, 6),
        (Self::Geometry, 7),
        (Self::Pixel, 10),
    ];

    /// How many free variants there are.
    pub fn count(self) -> usize {
        let mut all = Self::FREE.iter();
        all.find(|(level, _)| *level == self)
            .map_or(1, |(_, count)| *count)
    }

    /// The letter of its names and of its profile.
    pub fn letter(self) -> char {
        match self {
            Self::Vertex => 'v',
            Self::Hull => 'h',
            Self::Domain => 'd',
            Self::Geometry => 'g',
            Self::Pixel => 'p',
        }
    }
}

/// Elements that stages choose from: semantic, number of indices, class, components; whether it may be small, and
/// whether patches have it rather than control points.
pub struct Item {
    pub name: &'static str,
    pub indices: u32,
    pub class: Class,
    pub width: u32,
    pub small: bool,
    pub patch: bool,
}

const fn item(name: &'static str, indices: u32, class: Class, width: u32) -> Item {
    Item {
        name,
        indices,
        class,
        width,
        small: false,
        patch: false,
    }
}

const fn small(name: &'static str, class: Class, width: u32) -> Item {
    Item {
        small: true,
        ..item(name, 1, class, width)
    }
}

const fn patch(name: &'static str, indices: u32, class: Class, width: u32) -> Item {
    Item {
        patch: true,
        ..item(name, indices, class, width)
    }
}

/// All of them. No more rows than the target has columns. Without cull distances: Mesa (25.0) takes those of an input from
/// behind the clip distances that the same shader reads, all or not.
pub const ITEMS: &[Item] = &[
    item("UV", 4, Class::Float, 2),
    item("COLOR", 2, Class::Float, 4),
    item("NORMAL", 1, Class::Float, 3),
    item("FOG", 1, Class::Float, 1),
    item("BONE", 2, Class::Int, 2),
    item("ID", 1, Class::Uint, 1),
    item("FLAG", 1, Class::Bool, 1),
    small("SOFT", Class::Float, 2),
    small("TINY", Class::Int, 1),
    patch("PATCHUV", 2, Class::Float, 2),
    patch("PATCHID", 1, Class::Uint, 1),
    item("SV_ClipDistance", 2, Class::Float, 2),
];

/// An element of a signature.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// Semantic name.
    pub name: &'static str,
    /// Semantic index of the first row.
    pub index: u32,
    /// Rows.
    pub rows: u32,
    /// Components.
    pub width: u32,
    /// Components that a stage writes, or reads.
    pub used: u32,
    /// Numbers.
    pub class: Class,
    /// Precision.
    pub precision: Precision,
    /// HLSL's interpolation modifiers.
    pub modifiers: &'static str,
    /// Whether it belongs to a patch, between hull and domain shader.
    pub patch: bool,
}

impl Element {
    /// Whether it is a clip distance.
    pub fn distance(&self) -> bool {
        self.name.starts_with("SV_")
    }
}

/// What a stage takes and gives.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Which stage it is.
    pub level: Level,
    /// Inputs, patch constants among them.
    pub inputs: Vec<Element>,
    /// Outputs likewise.
    pub outputs: Vec<Element>,
    /// Whether arrays are read by an index that the shader computes.
    pub dynamic: bool,
    /// Whether small elements have 16 bits.
    pub native: bool,
    /// Whether DXC packs elements closer than in their order.
    pub packed: bool,
}

/// A stage with its name.
#[derive(Clone, Debug)]
pub struct Variant {
    /// File name.
    pub name: String,
    /// The stage.
    pub stage: Stage,
}

const FLOAT_MODIFIERS: [&str; 5] = ["", "linear ", "noperspective ", "centroid ", "nointerpolation "];

/// Elements: each index with `keep` percent; `reads` for those of a stage that takes them, which may be narrower.
fn elements(random: &mut Random, keep: usize, reads: bool) -> Vec<Element> {
    let mut list = Vec::new();
    for item in ITEMS {
        let kept: Vec<u32> = (0..item.indices).filter(|_| random.percent(keep)).collect();
        let modifiers = match item.class {
            Class::Float => FLOAT_MODIFIERS[random.below(FLOAT_MODIFIERS.len())],
            _ => "nointerpolation ",
        };
        let mut at = 0;
        while at < kept.len() {
            let mut rows = 1;
            // DXC packs arrays of distances where its validator does not want them.
            while !item.name.starts_with("SV_")
                && at + rows < kept.len()
                && kept[at + rows] == kept[at] + rows as u32
                && random.percent(60)
            {
                rows += 1;
            }
            let narrower = random.percent(if reads { 30 } else { 15 });
            let width = match item.width {
                wide @ 2.. if narrower => 1 + random.below(wide as usize - 1) as u32,
                wide => wide,
            };
            // What is declared need not be written, nor read.
            let used = match random.percent(15) {
                true if !item.name.starts_with("SV_") => random.below(width as usize + 1) as u32,
                _ => width,
            };
            let precision = match item.small && random.percent(60) {
                true => Precision::Small,
                false => Precision::Full,
            };
            list.push(Element {
                name: item.name,
                index: kept[at],
                rows: rows as u32,
                width,
                used,
                class: item.class,
                precision,
                // Distances have no modes.
                modifiers: if item.name.starts_with("SV_") {
                    ""
                } else {
                    modifiers
                },
                patch: item.patch,
            });
            at += rows;
        }
    }
    // Any order.
    for last in (1..list.len()).rev() {
        list.swap(last, random.below(last + 1));
    }
    list
}

/// One that reads every second element in full, whatever is declared.
fn partly(list: &[Element], random: &mut Random) -> Vec<Element> {
    let mut list = list.to_vec();
    for element in &mut list {
        if random.percent(30) {
            element.used = random.below(element.width as usize + 1) as u32;
        }
    }
    list
}

/// The first elements, of which those whose rows fill registers are single elements.
fn shorter(list: &[Element], random: &mut Random) -> Vec<Element> {
    let mut shorter = Vec::new();
    let kept = list.len() - 1 - random.below(3);
    for element in partly(&list[..kept], random) {
        let single = element.width == 4;
        let rows = if single { element.rows } else { 1 };
        shorter.extend((0..rows).map(|row| Element {
            index: element.index + row,
            rows: if single { 1 } else { element.rows },
            ..element.clone()
        }));
    }
    shorter
}

fn stage(level: Level, inputs: Vec<Element>, outputs: Vec<Element>, random: &mut Random) -> Stage {
    Stage {
        level,
        inputs,
        outputs,
        dynamic: random.percent(50),
        native: random.percent(25),
        packed: random.percent(30),
    }
}

/// All stages that are compiled.
pub fn variants() -> Vec<Variant> {
    let mut all = Vec::new();
    for (level, count) in Level::FREE {
        for number in 0..count {
            let mut random = Random::new(1000 * level as u64 + number as u64 + 77);
            let inputs = match level {
                Level::Vertex => Vec::new(),
                _ => elements(&mut random, 70, true),
            };
            let outputs = match level {
                Level::Pixel => Vec::new(),
                _ => elements(&mut random, 88, false),
            };
            all.push(Variant {
                name: format!("{}{number}", level.letter()),
                stage: stage(level, inputs, outputs, &mut random),
            });
        }
    }
    for family in 0..FAMILIES {
        let mut random = Random::new(9000 + family as u64);
        // The linkage has no registers of patch constants in common with those of vertices.
        let mut list = elements(&mut random, 92, false);
        list.retain(|element| !element.patch);
        for element in &mut list {
            element.used = element.width;
        }
        // Packing goes by modes, so they are the same in all stages.
        let whole = |used: &[Element]| used.to_vec();
        let stages = [
            ("v", Level::Vertex, Vec::new(), whole(&list)),
            ("h", Level::Hull, partly(&list, &mut random), whole(&list)),
            ("d", Level::Domain, partly(&list, &mut random), whole(&list)),
            ("g", Level::Geometry, partly(&list, &mut random), whole(&list)),
            ("p", Level::Pixel, partly(&list, &mut random), Vec::new()),
            ("q", Level::Pixel, shorter(&list, &mut random), Vec::new()),
        ];
        for (name, level, inputs, outputs) in stages {
            let mut stage = stage(level, inputs, outputs, &mut random);
            // Both change registers.
            (stage.native, stage.packed) = (false, false);
            all.push(Variant {
                name: format!("r{family}{name}"),
                stage,
            });
        }
    }
    all
}
