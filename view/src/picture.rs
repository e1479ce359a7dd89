//! Control flow as a picture: blocks in layers, each construct a region around its blocks, in SVG.
//!
//! A region is laid out by itself: what lies directly in it, blocks and smaller regions, in layers by the longest way from
//! its entry; in a layer, each near what leads to it. Edges over several layers get a place in each. Regions are laid out
//! before those around them, then placed from the outside in, so nothing recurses.

use crate::code::label_name;
use crate::html::escape;
use dxil2spirv::analysis::cfg::Cfg;
use dxil2spirv::analysis::constructs::{Constructs, Kind};
use dxil2spirv::analysis::dominators::Dominators;
use dxil2spirv::entity::EntityId;
use dxil2spirv::ir::{Block, Edge, Func, Function, Module, Terminator};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Blocks beyond which a picture helps nobody.
const MAX_BLOCKS: usize = 2000;
/// Operations that a node lists.
const MAX_LISTED: usize = 4;
/// Width of a character and height of a line, in pixels.
const CHAR: f64 = 6.7;
const LINE: f64 = 14.0;
/// Space between neighbours in a layer, between layers, and around what is in a region.
const GAP: f64 = 18.0;
const LAYER: f64 = 30.0;
const PAD: f64 = 12.0;
/// Room for the name of a region.
const TITLE: f64 = 16.0;
/// Room beside a region for each edge that goes back.
const BACK: f64 = 9.0;

/// What lies in a region.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Thing {
    Block(Block),
    Region(usize),
    /// A place on the way of an edge.
    Way,
}

/// A thing with its layer, size, and the place of its centre in the region.
#[derive(Clone)]
struct Item {
    thing: Thing,
    layer: usize,
    size: (f64, f64),
    at: (f64, f64),
    /// Items in earlier and in later layers that it is joined with.
    up: Vec<usize>,
    down: Vec<usize>,
}

impl Item {
    fn new(thing: Thing) -> Self {
        Self {
            thing,
            layer: 0,
            size: (2.0, 2.0),
            at: (0.0, 0.0),
            up: Vec::new(),
            down: Vec::new(),
        }
    }
}

/// A construct, or the whole function.
#[derive(Default)]
struct Region {
    items: Vec<Item>,
    size: (f64, f64),
    /// Upper left corner in the picture.
    corner: (f64, f64),
    /// Layers of the items.
    layers: usize,
    /// Edges that go back within it.
    backs: usize,
    parent: Option<usize>,
    depth: usize,
}

/// An edge of the control flow.
struct Way {
    from: Block,
    to: Block,
    label: String,
    /// Which of how many edges of its block.
    port: (usize, usize),
    back: bool,
    /// The region that has both ends.
    region: usize,
    /// The places on the way: regions, and items in them.
    via: Vec<(usize, usize)>,
}

struct Layout<'m> {
    function: &'m Function,
    cfg: Cfg,
    constructs: Constructs,
    regions: Vec<Region>,
    /// The item of each block and region in the region around it.
    block_items: Vec<usize>,
    region_items: Vec<usize>,
    ways: Vec<Way>,
}

/// The pictures of the functions of `module`, each in a `figure`. `text` is the name of the text that has its blocks.
pub fn pictures(module: &Module, text: &str) -> String {
    let mut out = String::new();
    for (id, function) in module.functions.iter() {
        let name = escape(&function.name).to_string();
        let blocks = function.layout.len();
        let _ = write!(
            out,
            "<figure><figcaption>{id} {name} <small>{blocks} blocks</small></figcaption>"
        );
        if blocks > MAX_BLOCKS {
            let _ = write!(out, "<p>No picture of more than {MAX_BLOCKS} blocks.</p>");
        } else if blocks > 0 {
            Layout::new(function).draw(&mut out, id, text);
        }
        out.push_str("</figure>");
    }
    out
}

/// What a node says: the block, what it computes, how it ends.
fn words(function: &Function, block: Block) -> Vec<String> {
    let data = &function.blocks[block];
    let mut lines = vec![block.to_string()];
    let ops = data.insts.iter().map(|&inst| function.insts[inst].op.name());
    lines.extend(ops.take(MAX_LISTED).map(str::to_owned));
    if let Some(more) = data.insts.len().checked_sub(MAX_LISTED).filter(|&more| more > 0) {
        lines.push(format!("… {more} more"));
    }
    match data.terminator {
        Terminator::Return(_) => lines.push("ret".to_owned()),
        Terminator::Unreachable => lines.push("unreachable".to_owned()),
        _ => {}
    }
    lines
}

impl<'m> Layout<'m> {
    fn new(function: &'m Function) -> Self {
        let structural = Cfg::structural(function);
        let dominators = Dominators::new(&structural);
        let constructs = Constructs::new(function, &structural, &dominators);
        let mut regions = vec![Region::default()];
        for construct in &constructs.all {
            regions.push(Region {
                parent: Some(construct.parent.map_or(0, |parent| parent as usize + 1)),
                depth: construct.depth as usize + 1,
                ..Region::default()
            });
        }
        let mut layout = Self {
            function,
            cfg: Cfg::new(function),
            constructs,
            block_items: vec![0; function.blocks.len()],
            region_items: vec![0; regions.len()],
            regions,
            ways: Vec::new(),
        };
        layout.fill(&structural);
        layout.join(&structural);
        for region in (0..layout.regions.len()).rev() {
            layout.arrange(region);
        }
        layout.place();
        layout
    }

    fn region_of(&self, block: Block) -> usize {
        self.constructs.inside[block.index()].map_or(0, |inside| inside as usize + 1)
    }

    /// Puts blocks and regions where they belong, in the order of the code.
    fn fill(&mut self, cfg: &Cfg) {
        let mut known = vec![false; self.regions.len()];
        known[0] = true;
        for &block in cfg.order() {
            // Regions that begin here, the inmost first.
            let mut inner = self.region_of(block);
            self.block_items[block.index()] = self.add(inner, Thing::Block(block));
            while let Some(parent) = self.regions[inner].parent.filter(|_| !known[inner]) {
                known[inner] = true;
                self.region_items[inner] = self.add(parent, Thing::Region(inner));
                inner = parent;
            }
        }
    }

    fn add(&mut self, region: usize, thing: Thing) -> usize {
        let items = &mut self.regions[region].items;
        items.push(Item::new(thing));
        items.len() - 1
    }

    /// The smallest region around both blocks, and the items of it that they are in.
    fn meeting(&self, a: Block, b: Block) -> (usize, usize, usize) {
        let mut at = [self.region_of(a), self.region_of(b)];
        let mut items = [self.block_items[a.index()], self.block_items[b.index()]];
        while at[0] != at[1] {
            let deeper = usize::from(self.regions[at[1]].depth > self.regions[at[0]].depth);
            let Some(parent) = self.regions[at[deeper]].parent else {
                break;
            };
            items[deeper] = self.region_items[at[deeper]];
            at[deeper] = parent;
        }
        (at[0], items[0], items[1])
    }

    /// Finds the edges and the layers of all items.
    fn join(&mut self, structural: &Cfg) {
        let mut order: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.regions.len()];
        for &block in structural.order() {
            for &next in structural.succs(block) {
                if structural.position(next) > structural.position(block) {
                    let (region, from, to) = self.meeting(block, next);
                    order[region].push((from, to));
                }
            }
        }
        for (region, pairs) in order.iter_mut().enumerate() {
            // Items are in the order of the code, so an edge leads to a later one or is left out.
            pairs.retain(|(from, to)| from < to);
            pairs.sort_unstable();
            pairs.dedup();
            let items = &mut self.regions[region].items;
            for &(from, to) in pairs.iter() {
                items[to].layer = items[to].layer.max(items[from].layer + 1);
            }
            let last = items.iter().map(|item| item.layer).max();
            self.regions[region].layers = last.map_or(0, |last| last + 1);
        }
        for &block in self.cfg.order().to_vec().iter() {
            let mut edges: Vec<(String, Block)> = Vec::new();
            let mut add = |label: &str, edge: &Edge| edges.push((label.to_owned(), edge.block));
            match &self.function.blocks[block].terminator {
                Terminator::Branch(edge) => add("", edge),
                Terminator::CondBranch {
                    if_true, if_false, ..
                } => {
                    add("true", if_true);
                    add("false", if_false);
                }
                Terminator::Switch { default, cases, .. } => {
                    for (case, edge) in cases {
                        add(&case.to_string(), edge);
                    }
                    add("default", default);
                }
                Terminator::Return(_) | Terminator::Unreachable => {}
            }
            let count = edges.len();
            for (port, (label, to)) in edges.into_iter().enumerate() {
                self.way(block, to, label, (port, count));
            }
        }
    }

    fn way(&mut self, from: Block, to: Block, label: String, port: (usize, usize)) {
        let (region, first, last) = self.meeting(from, to);
        let back = self.cfg.position(to) <= self.cfg.position(from);
        let mut via = Vec::new();
        if back || first >= last {
            self.regions[region].backs += 1;
        } else {
            // Out of the regions around where it starts, beside what else is in them. It enters others at the top.
            let (mut at, mut item) = (self.region_of(from), self.block_items[from.index()]);
            while at != region {
                let end = self.regions[at].layers;
                self.lead(at, item, end, &mut via);
                item = self.region_items[at];
                at = self.regions[at].parent.unwrap_or(region);
            }
            let end = self.regions[region].items[last].layer;
            let above = self.lead(region, first, end, &mut via);
            link(&mut self.regions[region].items, above, last);
        }
        self.ways.push(Way {
            from,
            to,
            label,
            port,
            back: back || first >= last,
            region,
            via,
        });
    }

    /// Leads an edge from an item through the layers up to one; the last item on the way.
    fn lead(&mut self, region: usize, from: usize, end: usize, via: &mut Vec<(usize, usize)>) -> usize {
        let items = &mut self.regions[region].items;
        let mut above = from;
        for layer in items[from].layer + 1..end {
            let mut item = Item::new(Thing::Way);
            item.layer = layer;
            let id = items.len();
            items.push(item);
            link(items, above, id);
            via.push((region, id));
            above = id;
        }
        above
    }

    /// Finds sizes and places of what lies in a region.
    fn arrange(&mut self, id: usize) {
        let sizes: Vec<(f64, f64)> = self.regions[id]
            .items
            .iter()
            .map(|item| match item.thing {
                Thing::Block(block) => {
                    let words = words(self.function, block);
                    let longest = words.iter().map(|line| line.chars().count()).max().unwrap_or(0);
                    let width = longest as f64 * CHAR + 14.0;
                    (width, words.len() as f64 * LINE + 8.0)
                }
                Thing::Region(inner) => self.regions[inner].size,
                Thing::Way => (4.0, 4.0),
            })
            .collect();
        let region = &mut self.regions[id];
        let mut layers: Vec<Vec<usize>> = Vec::new();
        for (index, (item, size)) in region.items.iter_mut().zip(sizes).enumerate() {
            item.size = size;
            if layers.len() <= item.layer {
                layers.resize_with(item.layer + 1, Vec::new);
            }
            layers[item.layer].push(index);
        }
        spread(&mut region.items, &mut layers);
        let title = if id == 0 { 0.0 } else { TITLE };
        let mut y = PAD + title;
        for layer in &layers {
            let height = layer
                .iter()
                .fold(0.0f64, |most, &i| most.max(region.items[i].size.1));
            for &item in layer {
                region.items[item].at.1 = y + height / 2.0;
            }
            y += height + LAYER;
        }
        let left = |item: &Item| item.at.0 - item.size.0 / 2.0;
        let right = |item: &Item| item.at.0 + item.size.0 / 2.0;
        let first = region.items.iter().map(left).fold(f64::INFINITY, f64::min);
        let last = region.items.iter().map(right).fold(f64::NEG_INFINITY, f64::max);
        for item in &mut region.items {
            item.at.0 += PAD - first;
        }
        let beside = region.backs.min(6) as f64 * BACK;
        let width = if last > first { last - first } else { 0.0 };
        region.size = ((width + 2.0 * PAD + beside).max(90.0), (y - LAYER).max(0.0) + PAD);
    }

    /// Places the regions, those around others first.
    fn place(&mut self) {
        for id in 1..self.regions.len() {
            let Some(parent) = self.regions[id].parent else {
                continue;
            };
            let Some(item) = self.regions[parent].items.get(self.region_items[id]) else {
                continue;
            };
            let corner = self.regions[parent].corner;
            self.regions[id].corner = (
                corner.0 + item.at.0 - item.size.0 / 2.0,
                corner.1 + item.at.1 - item.size.1 / 2.0,
            );
        }
    }

    /// The centre of an item of a region, in the picture, and its size.
    fn spot(&self, region: usize, item: usize) -> ((f64, f64), (f64, f64)) {
        let (x, y) = self.regions[region].corner;
        let item = &self.regions[region].items[item];
        ((x + item.at.0, y + item.at.1), item.size)
    }

    fn block_spot(&self, block: Block) -> ((f64, f64), (f64, f64)) {
        self.spot(self.region_of(block), self.block_items[block.index()])
    }

    fn draw(&self, out: &mut String, func: Func, text: &str) {
        let (width, height) = self.regions[0].size;
        let _ = write!(
            out,
            "<svg class=\"flow\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-label=\"control flow of {func}\">"
        );
        for (index, construct) in self.constructs.all.iter().enumerate() {
            let region = &self.regions[index + 1];
            let (class, what) = match construct.kind {
                Kind::Selection { .. } => ("sel", "selection"),
                Kind::Loop { .. } => ("loop", "loop"),
                Kind::Continue { .. } => ("cont", "continue"),
            };
            let ((x, y), (w, h)) = (region.corner, region.size);
            let _ = write!(
                out,
                "<g class=\"region {class}\"><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"6\"/><text x=\"{:.1}\" y=\"{:.1}\">{what} {}</text></g>",
                x + 7.0,
                y + 13.0,
                construct.entry
            );
        }
        let mut backs: FxHashMap<usize, usize> = FxHashMap::default();
        for way in &self.ways {
            self.draw_way(out, way, &mut backs);
        }
        for &block in self.cfg.order() {
            self.draw_block(out, func, block, text);
        }
        out.push_str("</svg>");
    }

    fn draw_block(&self, out: &mut String, func: Func, block: Block, text: &str) {
        let ((x, y), (w, h)) = self.block_spot(block);
        let (left, top) = (x - w / 2.0, y - h / 2.0);
        let _ = write!(
            out,
            "<g class=\"block\" tabindex=\"0\" data-text=\"{}\" data-label=\"{}\"><rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"3\"/>",
            escape(text),
            label_name(func, block),
        );
        for (number, line) in words(self.function, block).iter().enumerate() {
            let class = if number == 0 { " class=\"name\"" } else { "" };
            let _ = write!(
                out,
                "<text{class} x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                left + 7.0,
                top + LINE * (number as f64 + 1.0),
                escape(line)
            );
        }
        out.push_str("</g>");
    }

    fn draw_way(&self, out: &mut String, way: &Way, backs: &mut FxHashMap<usize, usize>) {
        let ((x, y), (w, h)) = self.block_spot(way.from);
        let share = (way.port.0 as f64 + 1.0) / (way.port.1 as f64 + 1.0);
        let start = (x - w / 2.0 + w * share, y + h / 2.0);
        let ((x, y), (_, h)) = self.block_spot(way.to);
        let end = (x, y - h / 2.0);
        let mut path = format!("M{:.1} {:.1}", start.0, start.1);
        if way.back {
            let region = &self.regions[way.region];
            let lane = backs.entry(way.region).or_default();
            *lane = (*lane + 1).min(6);
            let x = region.corner.0 + region.size.0 - PAD / 2.0 - BACK * (*lane as f64 - 1.0);
            let _ = write!(
                path,
                "C{:.1} {:.1} {x:.1} {:.1} {x:.1} {:.1}L{x:.1} {:.1}C{x:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
                start.0,
                start.1 + 16.0,
                start.1 + 16.0,
                start.1,
                end.1,
                end.1 - 16.0,
                end.0,
                end.1 - 20.0,
                end.0,
                end.1
            );
        } else {
            let mut last = start;
            let via = way.via.iter().map(|&(region, item)| self.spot(region, item).0);
            for point in via.chain([end]) {
                let middle = (last.1 + point.1) / 2.0;
                let _ = write!(
                    path,
                    "C{:.1} {middle:.1} {:.1} {middle:.1} {:.1} {:.1}",
                    last.0, point.0, point.0, point.1
                );
                last = point;
            }
        }
        let class = if way.back { "edge back" } else { "edge" };
        let _ = write!(
            out,
            "<path class=\"{class}\" d=\"{path}\" marker-end=\"url(#tip)\"/>"
        );
        if !way.label.is_empty() {
            let left = way.port.1 == 2 && way.port.0 == 0;
            let (class, beside) = if left { ("case left", -3.0) } else { ("case", 3.0) };
            let _ = write!(
                out,
                "<text class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                start.0 + beside,
                start.1 + 11.0,
                escape(&way.label)
            );
        }
    }
}

fn link(items: &mut [Item], above: usize, below: usize) {
    items[above].down.push(below);
    items[below].up.push(above);
}

/// Orders each layer by what its items are joined with, and finds their places from left to right.
fn spread(items: &mut [Item], layers: &mut [Vec<usize>]) {
    let pack = |items: &mut [Item], layer: &[usize]| {
        let mut x = 0.0;
        for &item in layer {
            items[item].at.0 = x + items[item].size.0 / 2.0;
            x += items[item].size.0 + GAP;
        }
        for &item in layer {
            items[item].at.0 -= (x - GAP) / 2.0;
        }
    };
    for layer in layers.iter() {
        pack(items, layer);
    }
    let mean = |items: &[Item], of: &[usize]| -> Option<f64> {
        let sum: f64 = of.iter().map(|&item| items[item].at.0).sum();
        (!of.is_empty()).then(|| sum / of.len() as f64)
    };
    let count = layers.len();
    for round in 0..6 {
        for step in 0..count {
            let down = round % 2 == 0;
            let layer = &mut layers[if down { step } else { count - 1 - step }];
            let mut wanted: Vec<(f64, usize)> = layer
                .iter()
                .map(|&item| {
                    let of = if down { &items[item].up } else { &items[item].down };
                    (mean(items, of).unwrap_or(items[item].at.0), item)
                })
                .collect();
            if round < 4 {
                wanted.sort_by(|a, b| a.0.total_cmp(&b.0));
            }
            *layer = wanted.iter().map(|(_, item)| *item).collect();
            // As near as possible to where they want to be: pushed apart from the left and from the right, and the mean.
            let mut left: Vec<f64> = wanted.iter().map(|(x, _)| *x).collect();
            let mut right = left.clone();
            let apart = |a: usize, b: usize| (items[a].size.0 + items[b].size.0) / 2.0 + GAP;
            for i in 1..layer.len() {
                left[i] = left[i].max(left[i - 1] + apart(layer[i - 1], layer[i]));
            }
            for i in (1..layer.len()).rev() {
                right[i - 1] = right[i - 1].min(right[i] - apart(layer[i - 1], layer[i]));
            }
            for (i, &item) in layer.iter().enumerate() {
                items[item].at.0 = (left[i] + right[i]) / 2.0;
            }
        }
    }
}
