//! Work graphs: the nodes of a library, and the records that begin.

use super::builder::{Case, Source, Work};
use super::want::Bytes;
use std::collections::BTreeMap;

/// How the records of an entry come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arrival {
    /// One behind the other, with a stride.
    Strided,
    /// Likewise, their start and stride at addresses.
    Indirect,
    /// By their offsets, as those of other nodes do.
    Listed,
    /// Each by a dispatch of its own, of its grid.
    Static,
}

/// What is given to an entry.
#[derive(Clone, Debug)]
pub struct GraphInput {
    /// The entry point.
    pub entry: String,
    /// The records; empty ones have no bytes.
    pub records: Vec<Vec<u8>>,
    /// How they come.
    pub arrival: Arrival,
}

/// A work graph.
#[derive(Clone, Debug)]
pub struct Graph {
    /// `topic/name` of the library.
    pub library: String,
    /// The entry points of its nodes, in the order of the case's shaders.
    pub entries: Vec<String>,
    /// What begins, one after another.
    pub inputs: Vec<GraphInput>,
    /// Threads of a thread node's group.
    pub group_size: u32,
    /// Groups in z that go round the grids of broadcasting nodes.
    pub depth: u32,
    /// Local root signatures by entry point, as HLSL writes them, and the arguments.
    pub locals: BTreeMap<String, (String, Vec<u32>)>,
}

/// The graph of these nodes of the committed `library`.
pub fn graph(library: &str, nodes: &[&str]) -> Case {
    let graph = Graph {
        library: library.to_owned(),
        entries: nodes.iter().map(|&name| name.to_owned()).collect(),
        inputs: Vec::new(),
        group_size: 32,
        depth: 2,
        locals: BTreeMap::new(),
    };
    let sources = nodes.iter().map(|name| Source::Dxil(format!("{library}@{name}")));
    Case::new(sources.collect(), Work::Graph(Box::new(graph)))
}

impl Case {
    fn with_graph(mut self, change: impl FnOnce(&mut Graph)) -> Self {
        match &mut self.work {
            Work::Graph(graph) => change(graph),
            other => panic!("{other:?} is no graph"),
        }
        self
    }
    /// Gives records to an entry.
    #[must_use]
    pub fn records(self, entry: &str, arrival: Arrival, records: Vec<Bytes>) -> Self {
        self.with_graph(|graph| {
            graph.inputs.push(GraphInput {
                entry: entry.to_owned(),
                records: records.into_iter().map(|record| record.0).collect(),
                arrival,
            });
        })
    }
    /// Sets the threads of a thread node's group, and the groups in z.
    #[must_use]
    pub fn schedule(self, group_size: u32, depth: u32) -> Self {
        self.with_graph(|graph| (graph.group_size, graph.depth) = (group_size, depth))
    }
    /// Gives a node a local root signature of constants, and these.
    #[must_use]
    pub fn local_constants(self, name: &str, signature: &str, words: &[u32]) -> Self {
        self.with_graph(|graph| {
            let text = format!("RootFlags(LOCAL_ROOT_SIGNATURE), {signature}");
            graph.locals.insert(name.to_owned(), (text, words.to_vec()));
        })
    }
}
