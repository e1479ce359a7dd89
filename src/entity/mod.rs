//! Typed ids: a `u32` newtype per kind of thing, with the `Vec`s that they index. Texts whose lines stand for things.

mod listing;

pub use listing::Listing;

use std::marker::PhantomData;

/// A typed index. Implemented by [`entity_id!`](crate::entity_id) newtypes.
pub trait EntityId: Copy + Eq {
    /// The id of element `index`.
    fn from_index(index: usize) -> Self;
    /// The element that this id names.
    fn index(self) -> usize;
}

/// Declares a typed id: a `u32` newtype that prints as `prefix` followed by its number.
#[macro_export]
macro_rules! entity_id {
    ($(#[$meta:meta])* $vis:vis struct $name:ident = $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $name(pub u32);
        impl $crate::entity::EntityId for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                debug_assert!(index < u32::MAX as usize);
                Self(index as u32)
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}

/// Declares an enum of numbers that a format defines, with `from_number`, which knows those alone.
#[macro_export]
macro_rules! numbered_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$variant_meta:meta])* $variant:ident = $number:literal,)*
    }) => {
        $(#[$meta])*
        #[repr(u32)]
        $vis enum $name {
            $($(#[$variant_meta])* $variant = $number,)*
        }
        impl $name {
            /// The one of that number.
            #[inline]
            $vis fn from_number(number: u32) -> Option<Self> {
                Some(match number {
                    $($number => Self::$variant,)*
                    _ => return None,
                })
            }
        }
    };
}

/// A `Vec` indexed by a typed id: the owner of the things that the id names, or side data about them.
#[derive(Clone, PartialEq, Eq)]
pub struct IdVec<K, V> {
    items: Vec<V>,
    key: PhantomData<K>,
}

impl<K, V: std::fmt::Debug> std::fmt::Debug for IdVec<K, V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.items.fmt(f)
    }
}

impl<K, V> Default for IdVec<K, V> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            key: PhantomData,
        }
    }
}

impl<K: EntityId, V> IdVec<K, V> {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }
    /// Makes room for so many more.
    pub fn reserve(&mut self, additional: usize) {
        self.items.reserve(additional);
    }
    /// A map with room for `capacity` entries.
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            items: Vec::with_capacity(capacity),
            key: PhantomData,
        }
    }
    /// `len` copies of `value`.
    pub fn filled(value: V, len: usize) -> Self
    where
        V: Clone,
    {
        Self {
            items: vec![value; len],
            key: PhantomData,
        }
    }
    /// The entries, to append to as a plain `Vec`: `self` is empty until they are given back.
    pub(crate) fn take_items(&mut self) -> Vec<V> {
        std::mem::take(&mut self.items)
    }
    /// Removes all entries, keeping the memory.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = V> {
        self.items.drain(..)
    }
    /// Puts entries in the place of those that are there.
    pub(crate) fn set_items(&mut self, items: Vec<V>) {
        self.items = items;
    }
    /// Appends `value` and returns its id.
    #[inline]
    pub fn push(&mut self, value: V) -> K {
        let id = K::from_index(self.items.len());
        self.items.push(value);
        id
    }
    /// The id that the next [`push`](Self::push) will return.
    #[inline]
    pub fn next_id(&self) -> K {
        K::from_index(self.items.len())
    }
    /// How many entries there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// The entry of `id`, or `None` when the id is out of range.
    #[inline]
    pub fn get(&self, id: K) -> Option<&V> {
        self.items.get(id.index())
    }
    /// The entry of `id`, mutable, or `None` when the id is out of range.
    #[inline]
    pub fn get_mut(&mut self, id: K) -> Option<&mut V> {
        self.items.get_mut(id.index())
    }
    /// All entries in id order.
    #[inline]
    pub fn values(&self) -> std::slice::Iter<'_, V> {
        self.items.iter()
    }
    /// All entries in id order, mutable.
    #[inline]
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, V> {
        self.items.iter_mut()
    }
    /// All ids, in order.
    #[inline]
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + use<K, V> {
        (0..self.items.len()).map(K::from_index)
    }
    /// All `(id, entry)` pairs in id order.
    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> + ExactSizeIterator {
        self.items
            .iter()
            .enumerate()
            .map(|(index, value)| (K::from_index(index), value))
    }
    /// Extends the map with copies of `value` up to `len` entries, or cuts it to `len`.
    pub fn resize(&mut self, len: usize, value: V)
    where
        V: Clone,
    {
        self.items.resize(len, value);
    }
    /// Takes away all behind the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }
    /// Removes all entries, keeping the memory.
    pub fn clear(&mut self) {
        self.items.clear();
    }
    /// The entries as a slice.
    #[inline]
    pub fn as_slice(&self) -> &[V] {
        &self.items
    }
}

impl<K: EntityId, V> std::ops::Index<K> for IdVec<K, V> {
    type Output = V;
    #[inline]
    fn index(&self, id: K) -> &V {
        &self.items[id.index()]
    }
}

impl<K: EntityId, V> std::ops::IndexMut<K> for IdVec<K, V> {
    #[inline]
    fn index_mut(&mut self, id: K) -> &mut V {
        &mut self.items[id.index()]
    }
}

impl<K: EntityId, V> FromIterator<V> for IdVec<K, V> {
    fn from_iter<T: IntoIterator<Item = V>>(iter: T) -> Self {
        Self {
            items: iter.into_iter().collect(),
            key: PhantomData,
        }
    }
}

/// A run of elements in a shared pool: how variable-length lists are stored without an allocation each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct ListRef {
    /// Index of the first element in the pool.
    pub start: u32,
    /// Number of elements.
    pub len: u32,
}

impl ListRef {
    /// The list with no elements.
    pub const EMPTY: Self = Self { start: 0, len: 0 };
    /// The index range in the pool.
    #[inline]
    pub fn range(self) -> std::ops::Range<usize> {
        let start = self.start as usize;
        start..start + self.len as usize
    }
    /// Appends `items` to `pool` and returns where they are.
    #[inline]
    pub fn append<T>(pool: &mut Vec<T>, items: impl IntoIterator<Item = T>) -> Self {
        let start = pool.len();
        pool.extend(items);
        Self {
            start: start as u32,
            len: (pool.len() - start) as u32,
        }
    }
    /// The elements; empty when the range does not lie in `pool`.
    #[inline]
    pub fn of<T>(self, pool: &[T]) -> &[T] {
        pool.get(self.range()).unwrap_or(&[])
    }
}
