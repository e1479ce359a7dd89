//! What a library says of its functions and of the state object that it is meant for.
//!
//! In: the tables of functions and subobjects. Out: the record of a function by its symbol, and the subobjects that are
//! associated with an export. An association that names the export, or a hit group that it is in, comes before one that
//! names none, which is for all; and this before a subobject that no association names and that is the only one of its kind
//! so.
//!
//! Spec: DirectX Raytracing functional specification, "Subobject association behavior".

use super::records::FunctionRecord;
use super::subobject::{Subobject, SubobjectKind};
use super::tables::RuntimeData;
use crate::container::dxbc::Container;
use crate::error::Result;
use rustc_hash::{FxHashMap, FxHashSet};

/// The functions and subobjects of a library.
#[derive(Debug)]
pub struct Library<'a> {
    /// The functions, in table order: exports, entry points or not.
    pub functions: Vec<FunctionRecord<'a>>,
    /// The subobjects, in table order.
    pub subobjects: Vec<Subobject<'a>>,
    data: RuntimeData<'a>,
    by_symbol: FxHashMap<&'a str, usize>,
}

/// How firmly a subobject belongs to an export.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bond {
    /// It is named for other exports.
    Elsewhere,
    /// No association names it.
    Unnamed,
    /// It is named for all exports.
    Everything,
    /// It is named for this one.
    This,
}

impl<'a> RuntimeData<'a> {
    /// The functions and subobjects.
    ///
    /// # Errors
    /// `Malformed` for tables that are damaged, `LimitExceeded` for ones that are too large.
    pub fn library(self) -> Result<Library<'a>> {
        let functions = self.functions()?;
        let subobjects = self.subobjects()?;
        let mut by_symbol = FxHashMap::default();
        for (index, function) in functions.iter().enumerate() {
            by_symbol.entry(function.name).or_insert(index);
        }
        Ok(Library {
            functions,
            subobjects,
            data: self,
            by_symbol,
        })
    }
}

impl<'a> Container<'a> {
    /// What part RDAT says of the functions and subobjects.
    ///
    /// # Errors
    /// As [`RuntimeData::library`].
    pub fn library(&self) -> Result<Option<Library<'a>>> {
        self.runtime_data()?.map(RuntimeData::library).transpose()
    }
}

impl<'a> Library<'a> {
    /// The function with this symbol, as it is in the module (`\x01?main@@YAXXZ`).
    pub fn function(&self, symbol: &str) -> Option<&FunctionRecord<'a>> {
        self.functions.get(*self.by_symbol.get(symbol)?)
    }

    /// Symbols of the functions outside of the library that a function calls.
    ///
    /// # Errors
    /// `Malformed` for a name beyond the string buffer.
    pub fn dependencies(&self, function: &FunctionRecord<'a>) -> Result<Vec<&'a str>> {
        let names = function.dependencies.iter();
        names.map(|offset| self.data.string(offset)).collect()
    }

    /// The hit groups that a function is in.
    pub fn hit_groups(&self, function: &FunctionRecord<'a>) -> impl Iterator<Item = &Subobject<'a>> {
        let is = |name: &str| !name.is_empty() && (name == function.name || name == function.unmangled_name);
        self.subobjects
            .iter()
            .filter(move |subobject| match subobject.kind {
                SubobjectKind::HitGroup {
                    any_hit,
                    closest_hit,
                    intersection,
                    ..
                } => [any_hit, closest_hit, intersection].into_iter().any(is),
                _ => false,
            })
    }

    /// The subobjects for which `wanted` holds that are associated with a function, those that are so most firmly: one
    /// where the library is sound.
    pub fn associated(
        &self,
        function: &FunctionRecord<'a>,
        wanted: impl Fn(&SubobjectKind<'a>) -> bool,
    ) -> Vec<&Subobject<'a>> {
        let mut names: FxHashSet<&str> = self.hit_groups(function).map(|group| group.name).collect();
        names.extend([function.name, function.unmangled_name]);
        let mut bonds: FxHashMap<&str, Bond> = FxHashMap::default();
        for association in &self.subobjects {
            let SubobjectKind::SubobjectToExportsAssociation { subobject, exports } = &association.kind
            else {
                continue;
            };
            let bond = match exports.as_slice() {
                [] => Bond::Everything,
                exports if exports.iter().any(|name| names.contains(name)) => Bond::This,
                _ => Bond::Elsewhere,
            };
            let known = bonds.entry(subobject).or_insert(bond);
            *known = (*known).max(bond);
        }
        let bond = |subobject: &Subobject<'a>| bonds.get(subobject.name).copied().unwrap_or(Bond::Unnamed);
        let all = || self.subobjects.iter().filter(|subobject| wanted(&subobject.kind));
        let Some(firmest) = all().map(&bond).max() else {
            return Vec::new();
        };
        let found: Vec<_> = all().filter(|subobject| bond(subobject) == firmest).collect();
        match firmest {
            Bond::Elsewhere => Vec::new(),
            // Of several none is the default.
            Bond::Unnamed if found.len() > 1 => Vec::new(),
            _ => found,
        }
    }
}
