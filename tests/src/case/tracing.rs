//! Rays that are dispatched: the shaders of a pipeline, and the rows of the shader tables, in D3D12's words.

use super::builder::{Case, Source, Work};
use super::register::Register;
use std::collections::BTreeMap;

/// The shaders of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shaders {
    /// A ray generation, miss or callable shader.
    One(String),
    /// A hit group; procedural where it has an intersection shader.
    Hit {
        closest: Option<String>,
        any: Option<String>,
        intersection: Option<String>,
    },
    /// None: a null identifier.
    None,
}

/// A hit group without shaders, to add some to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HitGroup {
    closest: Option<String>,
    any: Option<String>,
    intersection: Option<String>,
}

impl HitGroup {
    /// With a closest hit shader.
    pub fn closest(name: &str) -> Self {
        Self {
            closest: Some(name.to_owned()),
            ..Self::default()
        }
    }
    /// With an any hit shader only.
    pub fn any_only(name: &str) -> Self {
        Self::default().any(name)
    }
    /// And an any hit shader.
    #[must_use]
    pub fn any(mut self, name: &str) -> Self {
        self.any = Some(name.to_owned());
        self
    }
    /// And an intersection shader.
    #[must_use]
    pub fn intersection(mut self, name: &str) -> Self {
        self.intersection = Some(name.to_owned());
        self
    }
}

/// A local root argument.
#[derive(Clone, Debug)]
pub enum Argument {
    /// Constants.
    Words(Vec<u32>),
    /// The address of what a register of the case is bound to, which no shader needs to have.
    Address(Register),
    /// A table that starts at this descriptor of the heap.
    Table(u32),
}

/// Constants of a record.
pub fn words(words: impl Into<Vec<u32>>) -> Argument {
    Argument::Words(words.into())
}

/// The address of a buffer or scene in a record.
pub fn address(register: &str) -> Argument {
    Argument::Address(register.into())
}

/// A table of a record, from this descriptor of the heap on.
pub fn table(start: u32) -> Argument {
    Argument::Table(start)
}

/// A row of a shader table.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it runs.
    pub shaders: Shaders,
    /// Its local root arguments, in the order of the local root signature.
    pub arguments: Vec<Argument>,
}

/// The shader tables, in Vulkan's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// One row.
    Generation = 0,
    /// Rows that a ray names.
    Miss = 1,
    /// Rows that ray, geometry and instance name together.
    Hit = 2,
    /// Rows that a call names.
    Callable = 3,
}

/// What is dispatched.
#[derive(Clone, Debug)]
pub struct Tracing {
    /// `topic/name` of the library.
    pub library: String,
    /// Size of the grid.
    pub size: [u32; 3],
    /// How deep rays may be traced by what rays call.
    pub recursion: u32,
    /// Bytes between rows, beside what they need.
    pub gap: u32,
    /// Rows by [`Table`].
    pub tables: [Vec<Row>; 4],
    /// Local root signatures by entry point, as HLSL writes them.
    pub locals: BTreeMap<String, String>,
    /// The table of the row added last.
    last: usize,
}

/// Rays from ray generation shader `name` of the committed `library`, one unless told otherwise.
pub fn tracing(library: &str, name: &str) -> Case {
    let tracing = Tracing {
        library: library.to_owned(),
        size: [1, 1, 1],
        recursion: 1,
        gap: 0,
        tables: Default::default(),
        locals: BTreeMap::new(),
        last: 0,
    };
    let case = Case::new(Vec::new(), Work::Rays(Box::new(tracing)));
    case.row(Table::Generation, Shaders::One(name.to_owned()))
}

impl Tracing {
    /// What the case calls entry point `name`.
    pub fn source(&self, name: &str) -> String {
        format!("{}@{name}", self.library)
    }
    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.tables.iter().flatten()
    }
}

impl Shaders {
    /// Its entry points.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let all = match self {
            Self::One(name) => [Some(name), None, None],
            Self::Hit {
                closest,
                any,
                intersection,
            } => [closest.as_ref(), any.as_ref(), intersection.as_ref()],
            Self::None => [None; 3],
        };
        all.into_iter().flatten().map(String::as_str)
    }
}

impl Case {
    fn with_rays(mut self, change: impl FnOnce(&mut Tracing)) -> Self {
        match &mut self.work {
            Work::Rays(tracing) => change(tracing),
            other => panic!("{other:?} are no rays"),
        }
        self
    }
    /// Adds a row to a table, and its shaders to the pipeline.
    fn row(mut self, table: Table, shaders: Shaders) -> Self {
        let Work::Rays(tracing) = &mut self.work else {
            panic!("{:?} are no rays", self.work);
        };
        for name in shaders.names() {
            let source = tracing.source(name);
            let known = |known: &Source| matches!(known, Source::Dxil(known) if *known == source);
            if !self.sources.iter().any(known) {
                self.sources.push(Source::Dxil(source));
            }
        }
        tracing.last = table as usize;
        tracing.tables[table as usize].push(Row {
            shaders,
            arguments: Vec::new(),
        });
        self
    }
    /// Adds a miss shader.
    #[must_use]
    pub fn miss(self, name: &str) -> Self {
        self.row(Table::Miss, Shaders::One(name.to_owned()))
    }
    /// Adds a callable shader.
    #[must_use]
    pub fn callable(self, name: &str) -> Self {
        self.row(Table::Callable, Shaders::One(name.to_owned()))
    }
    /// Adds a hit group.
    #[must_use]
    pub fn hit(self, group: HitGroup) -> Self {
        let shaders = Shaders::Hit {
            closest: group.closest,
            any: group.any,
            intersection: group.intersection,
        };
        self.row(Table::Hit, shaders)
    }
    /// Adds a hit group without shaders.
    #[must_use]
    pub fn no_hit(self) -> Self {
        self.row(Table::Hit, Shaders::None)
    }
    /// Gives the row added last its local root arguments.
    #[must_use]
    pub fn record(self, arguments: impl Into<Vec<Argument>>) -> Self {
        self.with_rays(|tracing| {
            let row = tracing.tables[tracing.last].last_mut();
            row.expect("a row").arguments = arguments.into();
        })
    }
    /// Gives an entry point a local root signature.
    #[must_use]
    pub fn local(self, name: &str, signature: &str) -> Self {
        self.with_rays(|tracing| {
            let text = format!("RootFlags(LOCAL_ROOT_SIGNATURE), {signature}");
            tracing.locals.insert(name.to_owned(), text);
        })
    }
    /// Dispatches a grid of so many rays.
    #[must_use]
    pub fn grid(self, x: u32, y: u32, z: u32) -> Self {
        self.with_rays(|tracing| tracing.size = [x, y, z])
    }
    /// Lets what rays call trace rays, so deep.
    #[must_use]
    pub fn recursion(self, depth: u32) -> Self {
        self.with_rays(|tracing| tracing.recursion = depth)
    }
    /// Puts so many bytes more between the rows of the tables.
    #[must_use]
    pub fn gap(self, bytes: u32) -> Self {
        self.with_rays(|tracing| tracing.gap = bytes)
    }
}
