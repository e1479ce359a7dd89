//! Products of a wave's matrices by those of the device (`VK_KHR_cooperative_matrix`), where the option
//! `cooperative_matrices` lists their shape, and of a group's (`VK_NV_cooperative_matrix2`).
//!
//! How a device deals components out to the lanes is its own affair, and nothing tells it. So a product of matrices that are the
//! shares which [`matrices`](super::matrices) describes goes by way of groupshared memory, where each wave has its place (those
//! that stay the device's are in `matrix_tiles`):
//!
//! ```text
//! barrier of the wave;  shares of A, B and C to a[M'][K], b[K][N'], c[M'][N'];  barrier
//! for each tile (i, j):   sum = load c[i][j], or 0
//!     for each t:         sum = muladd (load a[i][t]) (load b[t][j]) sum
//!                         store c[i][j] = sum
//! barrier;  the shares of the result from c, converted
//! ```
//!
//! Tiles are of the device's shape. M and N are rounded up to whole ones (M', N'): what is in rows and columns beyond M and N
//! reaches no component that counts. K is a multiple of the shape's. Sums are of the type that the loops have, so that both
//! give the same but for the order of additions.
//!
//! A group's matrices go the same way, with the group's barriers; sizes are any multiples of what the device says, so that each is
//! one tile.
//!
//! Vulkan asks for whole waves: groups whose width is a multiple of the subgroup size.

use super::Importer;
use super::lanes::Lanes;
use super::matrix_types::{Component, MatrixType, Operand, Scope, StagedKey, Tiled, Tiles};
use crate::error::{Error, Result};
use crate::ir::{
    CooperativeMatrix, Flags, MatrixNumbers, MatrixUse, Op, StorageClass, Type, TypeData, Value, packed_size,
};
use crate::options::{CooperativeScope, CooperativeShape, GroupMatrices, GroupShape};
use crate::shader::{Stage, SystemValue};
use rustc_hash::{FxHashMap, FxHashSet};

/// Groupshared memory that all products of a shader may take, in bytes, whatever it has itself: beside what D3D12 lets a shader have,
/// devices have as much again.
const MAX_STAGED: u32 = 16 << 10;
/// What D3D12 lets a shader have, which products may take where it has less itself.
const SHARED: u32 = 32 << 10;

/// Tiles of a matrix, and products of tiles, that are unrolled at most: each is a few instructions.
const MAX_TILES: u32 = 64;
const MAX_STEPS: u32 = 512;

/// SPIR-V's scopes and memory semantics of a barrier between the lanes of a wave or a group, for groupshared memory.
const SCOPE_SUBGROUP: u32 = 3;
const SCOPE_WORKGROUP: u32 = 2;
const ACQUIRE_RELEASE_WORKGROUP: u32 = 0x8 | 0x100;

/// What tells arrays of words from those of components, beside their role.
const WORDS: u32 = 4;

/// A matrix in groupshared memory.
#[derive(Clone, Copy)]
pub struct Staged {
    variable: Value,
    pub element: Type,
    /// Where the wave's begins.
    start: Value,
    /// Components from a row to the next.
    pub line: u32,
    /// A tile of it.
    pub tile: Type,
    component: Component,
}

/// What the device's matrices have for a component.
fn numbers_of(component: Component) -> MatrixNumbers {
    match component {
        Component::Bf16 => MatrixNumbers::BFloat16,
        Component::F8E4M3 => MatrixNumbers::E4M3,
        Component::F8E5M2 => MatrixNumbers::E5M2,
        _ if component.is_signed() && !component.is_float() => MatrixNumbers::Signed,
        _ => MatrixNumbers::Plain,
    }
}

/// The scalar that such a component is in memory.
fn in_memory(component: Component) -> Option<Type> {
    match numbers_of(component).kept_in() {
        Some(bits) => Some(bits),
        None if component.is_float() => Type::float(component.bits()),
        None => Type::int(component.bits()),
    }
}

/// Whether the device adds matrices of such components: floats that are known by their bits are multiplied alone.
pub fn adds_tiles(component: Component) -> bool {
    numbers_of(component).kept_in().is_none()
}

/// Whether lines of so many bytes keep what begins with them aligned as Vulkan asks: to 16 bytes, or their own size.
fn is_aligned(bytes: u32) -> bool {
    bytes.is_multiple_of(16) || bytes < 16 && bytes.is_power_of_two()
}

impl Tiled {
    /// Of a shape, where it fits.
    fn new(shape: CooperativeShape, [a, b]: [MatrixType; 2], sum: Component) -> Option<Self> {
        let sums = sum.of_device();
        let types = (shape.a, shape.b) == (a.component.of_device(), b.component.of_device())
            && (shape.c, shape.result) == (sums, sums);
        if !types || shape.scope != CooperativeScope::Subgroup || shape.saturating {
            return None;
        }
        let lines = [
            shape.k.checked_mul(a.component.bytes())?,
            shape.n.checked_mul(b.component.bytes())?,
            shape.n.checked_mul(sum.bytes())?,
        ];
        let size = [
            a.rows.checked_next_multiple_of(shape.m)?,
            a.columns,
            b.columns.checked_next_multiple_of(shape.n)?,
        ];
        let fits = a.columns.is_multiple_of(shape.k) && lines.into_iter().all(is_aligned);
        fits.then_some(Self {
            scope: Scope::Wave,
            shape,
            sum,
            size,
        })
    }

    /// Of a group's matrices, each of which is one tile, where the device's entry fits: sizes are multiples of its own.
    fn whole(
        device: &GroupMatrices,
        entry: GroupShape,
        threads: u32,
        both: [MatrixType; 2],
        sum: Component,
    ) -> Option<Self> {
        let of_wave = Self::new(entry.shape(), both, sum)?;
        let [rows, inner, columns] = of_wave.size;
        let fits = entry.threads == threads && rows.max(inner).max(columns) <= device.max_dimension;
        let shape = CooperativeShape {
            m: rows,
            n: columns,
            k: inner,
            ..entry.shape()
        };
        let [a, b] = both;
        let lines = [
            inner.checked_mul(a.component.bytes())?,
            columns.checked_mul(b.component.bytes())?,
            columns.checked_mul(sum.bytes())?,
        ];
        (fits && lines.into_iter().all(is_aligned)).then_some(Self {
            scope: Scope::Group,
            shape,
            ..of_wave
        })
    }

    /// A, B and the result, of components of these types.
    pub fn tiles(&self, [a, b]: [Component; 2]) -> [Tiles; 3] {
        let CooperativeShape { m, n, k, .. } = self.shape;
        let [rows, inner, columns] = self.size;
        let tiles = |of, component, tile: [u32; 2], size: [u32; 2]| Tiles {
            scope: self.scope,
            of,
            component,
            tile,
            grid: [size[0] / tile[0], size[1] / tile[1]],
        };
        [
            tiles(MatrixUse::A, a, [m, k], [rows, inner]),
            tiles(MatrixUse::B, b, [k, n], [inner, columns]),
            tiles(MatrixUse::Sum, self.sum, [m, n], [rows, columns]),
        ]
    }

    /// Whether each matrix is one tile.
    pub fn is_one(&self) -> bool {
        self.size == [self.shape.m, self.shape.k, self.shape.n]
    }

    /// Whether tiles of the product are unrolled: matrices of so many tiles are no loops.
    pub fn is_unrolled(&self, components: [Component; 2]) -> bool {
        let all = self.tiles(components);
        let [_, of_b, of_sum] = all;
        let steps = of_sum.count().saturating_mul(of_b.grid[0]);
        steps <= MAX_STEPS && all.iter().all(|tiles| tiles.count() <= MAX_TILES)
    }

    /// What has to have a place in groupshared memory: a tile of each matrix, where they are unrolled, else all of it.
    fn places(&self, components: [Component; 2]) -> [Tiles; 3] {
        let unrolled = self.is_unrolled(components);
        self.tiles(components).map(|tiles| match unrolled {
            true => tiles.one(),
            false => tiles,
        })
    }
}

/// Bytes of an array.
fn bytes_of((element, len, _): StagedKey) -> Option<u32> {
    len.checked_mul(element.scalar_bits() / 8)
}

/// What the array for a matrix of each of so many waves, or of one group, is known by.
fn staged_key(tiles: Tiles, waves: u32) -> Option<StagedKey> {
    let [rows, columns] = tiles.size();
    // A multiple of what is aligned.
    let len = rows.checked_mul(columns)?.checked_next_multiple_of(16)?;
    Some((
        in_memory(tiles.component)?,
        len.checked_mul(waves)?,
        tiles.of as u32,
    ))
}

/// What the array for the words that lanes have of a matrix is known by.
pub fn words_key(tiles: Tiles, waves: u32) -> Option<StagedKey> {
    let (element, len, role) = staged_key(tiles, waves)?;
    Some((Type::I32, len / 32 * element.scalar_bits(), WORDS + role))
}

impl Importer<'_> {
    /// The size that all waves of the shader have, by what is known of the device.
    pub fn device_waves(&self) -> Option<u32> {
        let size = self.shares.cooperative.as_ref()?.subgroup_size;
        let [width, ..] = self.entry.properties.num_threads?;
        let whole = self.entry.stage == Stage::Compute && width.checked_rem(size) == Some(0);
        whole.then_some(size)
    }

    /// What the device has of matrices of groups, for those that are whole waves.
    fn device_groups(&self) -> Option<&GroupMatrices> {
        self.device_waves()?;
        self.shares.cooperative.as_ref()?.groups.as_ref()
    }

    /// How the device makes a product with these sums; none if it does not.
    pub fn tiled(&mut self, a: MatrixType, b: MatrixType, sum: Component) -> Result<Option<Tiled>> {
        Ok(match a.scope {
            Scope::Wave => self.tiled_of_wave(a, b, sum)?,
            Scope::Group if self.device_groups().is_some() => {
                // The device says how much groupshared memory there is for all.
                let other = self.groupshared_bytes()?.saturating_add(self.line_bytes()?);
                self.tiled_of_group(a, b, sum, other)
            }
            Scope::Group | Scope::Thread => None,
        })
    }

    fn tiled_of_wave(&mut self, a: MatrixType, b: MatrixType, sum: Component) -> Result<Option<Tiled>> {
        let components = [a.component, b.component];
        let Some(tiled) = self.best_of_wave(a, b, sum) else {
            return Ok(None);
        };
        let room = self.staged_limit()?;
        let fits = self
            .staged_with(&tiled, components)
            .is_some_and(|bytes| bytes <= room);
        Ok(fits.then_some(tiled))
    }

    fn best_of_wave(&self, a: MatrixType, b: MatrixType, sum: Component) -> Option<Tiled> {
        let size = self.device_waves()?;
        if self.wave_sizes() != [size; 2] {
            return None;
        }
        let device = self.shares.cooperative.as_ref()?;
        let shapes = device.shapes.iter();
        let tiled = shapes.filter_map(|&shape| Tiled::new(shape, [a, b], sum));
        // The fewest components beyond the matrices, then the fewest tiles.
        tiled.min_by_key(|tiled| {
            let [rows, inner, columns] = tiled.size;
            let CooperativeShape { m, n, k, .. } = tiled.shape;
            let tiles = u64::from(rows / m) * u64::from(columns / n) * u64::from(inner / k);
            (u64::from(rows) * u64::from(columns), tiles)
        })
    }

    /// Bytes of groupshared memory that all products of waves may take.
    fn staged_limit(&mut self) -> Result<u32> {
        let own = match self.shares.own_bytes {
            Some(known) => known,
            None => {
                let own = self.groupshared_bytes()?;
                *self.shares.own_bytes.insert(own)
            }
        };
        Ok(SHARED.saturating_sub(own).max(MAX_STAGED))
    }

    /// Whether a product leaves room for what brings elements of matrices of AMD's to other lanes.
    pub fn leaves_room(&self, tiled: &Tiled, components: [Component; 2]) -> bool {
        let all = self.staged_with(tiled, components);
        all.is_some_and(|bytes| bytes <= MAX_STAGED)
    }

    fn tiled_of_group(&self, a: MatrixType, b: MatrixType, sum: Component, other: u32) -> Option<Tiled> {
        let device = self.device_groups()?;
        let threads = self.group_size().ok()?;
        let entries = device.shapes.iter();
        let tiled = entries.filter_map(|&entry| Tiled::whole(device, entry, threads, [a, b], sum));
        let tiled = tiled.min_by_key(|tiled| {
            let [rows, _, columns] = tiled.size;
            u64::from(rows) * u64::from(columns)
        })?;
        let all = self
            .staged_with(&tiled, [a.component, b.component])?
            .checked_add(other)?;
        (all <= device.shared_memory).then_some(tiled)
    }

    /// Bytes of the shader's own groupshared memory.
    fn groupshared_bytes(&mut self) -> Result<u32> {
        let llvm = self.llvm;
        self.charge(llvm.globals.len())?;
        let mut known = FxHashMap::default();
        let mut all = 0u64;
        for global in llvm.globals.values().filter(|global| global.space == 3) {
            let ty = self.memory_ty(global.ty)?;
            let bytes = packed_size(&self.module.types, ty, &mut known);
            // Where the next one begins may be further on.
            all = all.saturating_add(bytes).saturating_add(15);
        }
        Ok(u32::try_from(all).unwrap_or(u32::MAX))
    }

    /// Bytes of groupshared memory that lines of all the groups' matrices take at most (`matrix_products`): two arrays of each
    /// length for each type that components are kept as.
    fn line_bytes(&mut self) -> Result<u32> {
        let llvm = self.llvm;
        self.charge(llvm.types.len())?;
        let (mut lengths, mut kept) = (FxHashSet::default(), FxHashSet::default());
        for (id, _) in llvm.types.iter() {
            if let Some(matrix) = self.matrix_type(id)?.filter(|of| of.scope == Scope::Group) {
                lengths.extend([matrix.rows, matrix.columns]);
                kept.insert(matrix.component.held());
            }
        }
        let bytes: u32 = kept.iter().map(|ty| ty.scalar_bits() / 8).sum();
        let lengths = lengths
            .into_iter()
            .fold(0u32, |all, length| all.saturating_add(length));
        Ok(lengths.saturating_mul(2 * bytes))
    }

    /// Bytes of the groupshared memory of all products so far and one more.
    fn staged_with(&self, tiled: &Tiled, components: [Component; 2]) -> Option<u32> {
        let shares = &self.shares;
        let waves = self.owners(tiled.scope)?;
        let mut all = shares.staged_bytes;
        for tiles in tiled.places(components) {
            let keys = [staged_key(tiles, waves)?, words_key(tiles, waves)?];
            if !keys
                .iter()
                .any(|key| shares.staged.contains_key(key) || shares.promised.contains(key))
            {
                let [key, _] = keys;
                all = all.checked_add(bytes_of(key)?)?;
            }
        }
        Some(all)
    }

    /// Keeps the memory of a product that is made later.
    pub fn promise(&mut self, tiled: &Tiled, components: [Component; 2]) {
        self.promise_places(tiled, components, staged_key);
    }

    /// Keeps the memory of a product of AMD's matrices, for words.
    pub fn promise_words(&mut self, tiled: &Tiled, components: [Component; 2]) {
        self.promise_places(tiled, components, words_key);
    }

    fn promise_places(
        &mut self,
        tiled: &Tiled,
        components: [Component; 2],
        key: impl Fn(Tiles, u32) -> Option<StagedKey>,
    ) {
        let waves = self.owners(tiled.scope);
        for tiles in tiled.places(components) {
            let Some(key) = waves.and_then(|waves| key(tiles, waves)) else {
                continue;
            };
            if !self.shares.staged.contains_key(&key) && self.shares.promised.insert(key) {
                self.shares.staged_bytes += bytes_of(key).unwrap_or(0);
            }
        }
    }

    /// Whether there is room for all of some matrices in groupshared memory, beside what products have been promised.
    pub fn has_room(&mut self, all: &[Tiles]) -> Result<bool> {
        let mut bytes = Some(self.shares.staged_bytes);
        let mut more: Vec<StagedKey> = Vec::new();
        for tiles in all {
            let waves = self.owners(tiles.scope);
            let Some(key) = waves.and_then(|waves| staged_key(*tiles, waves)) else {
                return Ok(false);
            };
            let shares = &self.shares;
            let known = shares.staged.contains_key(&key) || shares.promised.contains(&key);
            if !known && !more.contains(&key) {
                more.push(key);
                bytes = bytes
                    .zip(bytes_of(key))
                    .and_then(|(all, own)| all.checked_add(own));
            }
        }
        let room = self.staged_limit()?;
        Ok(more.is_empty() || bytes.is_some_and(|bytes| bytes <= room))
    }

    /// The place of all of a matrix in groupshared memory; none where there is no room.
    pub fn room_for(&mut self, tiles: Tiles) -> Result<Option<Staged>> {
        match self.has_room(&[tiles])? {
            true => self.staged(tiles).map(Some),
            false => Ok(None),
        }
    }

    /// How many have a matrix of their own: the waves of a group, all of which are whole, or the group.
    fn owners(&self, scope: Scope) -> Option<u32> {
        match scope {
            Scope::Wave => self.group_size().ok()?.checked_div(self.device_waves()?),
            Scope::Group => Some(1),
            Scope::Thread => None,
        }
    }

    /// The type of a tile.
    pub fn tile_type(&mut self, tiles: Tiles) -> Result<Type> {
        let component = in_memory(tiles.component)
            .ok_or_else(|| Error::internal("components without a type in memory"))?;
        let [rows, columns] = tiles.tile;
        let matrix = CooperativeMatrix {
            group: tiles.scope == Scope::Group,
            component,
            numbers: numbers_of(tiles.component),
            rows,
            columns,
            of: tiles.of,
        };
        Ok(self.module.types.intern(TypeData::Cooperative(matrix)))
    }

    /// The place of a matrix in groupshared memory.
    pub fn staged(&mut self, tiles: Tiles) -> Result<Staged> {
        let lacking = || Error::internal("a wave's matrix without a place");
        let waves = self.owners(tiles.scope).ok_or_else(lacking)?;
        let key = staged_key(tiles, waves).ok_or_else(lacking)?;
        let (element, len, _) = key;
        let array = self.module.types.array(element, len);
        let variable = self.staged_variable(key, array);
        let start = self.start_of_wave(waves, len / waves);
        let [_, line] = tiles.size();
        Ok(Staged {
            variable,
            element,
            start,
            line,
            tile: self.tile_type(tiles)?,
            component: tiles.component,
        })
    }

    /// Groupshared memory of a type, by what it is known by.
    pub fn staged_variable(&mut self, key: StagedKey, ty: Type) -> Value {
        if let Some(&known) = self.shares.staged.get(&key) {
            return known;
        }
        let (element, len, _) = key;
        let made = self.module.add_global("", StorageClass::Workgroup, ty).into();
        self.shares.staged.insert(key, made);
        if !self.shares.promised.contains(&key) {
            self.shares.staged_bytes += len * (element.scalar_bits() / 8);
        }
        made
    }

    /// Where the part of the wave begins in memory that so many waves have, each so many elements.
    pub fn start_of_wave(&mut self, waves: u32, each: u32) -> Value {
        if waves == 1 {
            return self.module.i32(0);
        }
        let index = SystemValue::GroupWaveIndex as u32;
        let index = self.emit_imm(Op::SystemValue, Flags::NONE, Type::I32, &[], index);
        let each = self.module.i32(each);
        self.times(index, each)
    }

    /// A pointer to a component.
    pub fn staged_at(&mut self, staged: Staged, row: Value, column: Value) -> Value {
        let line = self.module.i32(staged.line);
        let above = self.times(row, line);
        let number = self.plus(above, column);
        let index = self.plus(staged.start, number);
        let pointer = self.module.types.pointer(StorageClass::Workgroup, staged.element);
        self.emit(Op::AccessChain, Flags::NONE, pointer, &[staged.variable, index])
    }

    /// Waits for the wave or the group, whose accesses to groupshared memory before come before those behind.
    pub fn sync(&mut self, scope: Scope) {
        let scope = match scope {
            Scope::Group => SCOPE_WORKGROUP,
            Scope::Wave | Scope::Thread => SCOPE_SUBGROUP,
        };
        let [scope, semantics] = [scope, ACQUIRE_RELEASE_WORKGROUP].map(|n| self.module.i32(n));
        self.emit(
            Op::ControlBarrier,
            Flags::NONE,
            Type::VOID,
            &[scope, scope, semantics],
        );
    }

    /// Puts a matrix into groupshared memory, as components of type `as_`.
    pub fn stage(&mut self, from: Operand, as_: Component, to: Staged) -> Result<()> {
        self.each_own(from.of, |this, slot, number| {
            let value = this.load_slot(from.variable, from.of, slot)?;
            let value = this.component_as(value, from.of.component, as_);
            let (row, column) = this.coordinates(from.of, number);
            this.store_staged(to, row, column, value);
            Ok(())
        })
    }

    /// Puts a component into groupshared memory.
    pub fn store_staged(&mut self, to: Staged, row: Value, column: Value, value: Value) {
        let place = self.staged_at(to, row, column);
        let none = Flags::NONE;
        let value = self.in_place(value, to.component, to.element);
        self.emit(Op::Store, none, Type::VOID, &[place, value]);
    }

    /// A component as what it is in groupshared memory and in a tile: `ty`. What is kept has all of the component's numbers, and
    /// no other.
    pub fn in_place(&mut self, value: Value, component: Component, ty: Type) -> Value {
        match self.value_ty(value) {
            held if held == ty => value,
            Type::F32 if ty.is_int_scalar() => {
                let bits = self.encoded(value, component);
                self.emit(Op::ITrunc, Flags::NONE, ty, &[bits])
            }
            Type::F32 => self.emit(Op::FConvert, Flags::NONE, ty, &[value]),
            _ => self.emit(Op::ITrunc, Flags::NONE, ty, &[value]),
        }
    }

    /// A component in groupshared memory, as it is kept.
    pub fn load_staged(&mut self, from: Staged, row: Value, column: Value) -> Value {
        let place = self.staged_at(from, row, column);
        let value = self.emit(Op::Load, Flags::NONE, from.element, &[place]);
        let component = from.component;
        let held = component.held();
        let op = match (component.is_float(), component.is_signed()) {
            _ if from.element == held => return value,
            (true, _) if from.element.is_int_scalar() => {
                let bits = self.word_op(Op::ZExt, &[value]);
                return self.decoded(bits, component);
            }
            (true, _) => Op::FConvert,
            (false, true) => Op::SExt,
            (false, false) => Op::ZExt,
        };
        self.emit(op, Flags::NONE, held, &[value])
    }

    /// Runs `body` for each of `count` tiles, with what goes from one to the next.
    fn each_tile(
        &mut self,
        count: u32,
        first: &[Value],
        body: impl FnOnce(&mut Self, Value, &[Value]) -> Result<Lanes>,
    ) -> Result<Lanes> {
        match count {
            1 => {
                let zero = self.module.i32(0);
                body(self, zero, first)
            }
            _ => self.count_up(count, first, body),
        }
    }

    /// The places of A, B and the result.
    pub fn staged_places(&mut self, tiled: &Tiled, [a, b]: [Component; 2]) -> Result<[Staged; 3]> {
        let [a, b, sum] = tiled.tiles([a, b]);
        Ok([self.staged(a)?, self.staged(b)?, self.staged(sum)?])
    }

    /// The tile from a component on.
    pub fn load_staged_tile(&mut self, of: Staged, [row, column]: [Value; 2]) -> Value {
        let place = self.staged_at(of, row, column);
        let line = self.module.i32(of.line);
        self.emit(Op::MatrixLoad, Flags::NONE, of.tile, &[place, line])
    }

    /// Puts a tile into groupshared memory from a component on.
    pub fn store_staged_tile(&mut self, to: Staged, [row, column]: [Value; 2], tile: Value) {
        let place = self.staged_at(to, row, column);
        let line = self.module.i32(to.line);
        self.emit(Op::MatrixStore, Flags::NONE, Type::VOID, &[place, tile, line]);
    }

    /// Multiplies what lies in groupshared memory, and adds it to what the sums start with, if anything.
    pub fn multiply_staged(
        &mut self,
        tiled: &Tiled,
        [left, right, sums]: [Staged; 3],
        starts: bool,
    ) -> Result<()> {
        let CooperativeShape { m, n, k, .. } = tiled.shape;
        let [rows, inner, columns] = tiled.size;
        let [high, wide, deep] = [m, n, k].map(|size| self.module.i32(size));
        let none = Flags::NONE;
        self.each_tile(rows / m, &[], |this, i, _| {
            this.each_tile(columns / n, &[], |this, j, _| {
                let (row, column) = (this.times(i, high), this.times(j, wide));
                let first = match starts {
                    true => this.load_staged_tile(sums, [row, column]),
                    false => {
                        let zero = this.module.null(sums.element);
                        this.emit(Op::MatrixFill, none, sums.tile, &[zero])
                    }
                };
                let sum = this.each_tile(inner / k, &[first], |this, t, before| {
                    let along = this.times(t, deep);
                    let a = this.load_staged_tile(left, [row, along]);
                    let b = this.load_staged_tile(right, [along, column]);
                    let operands: Vec<Value> = [a, b].into_iter().chain(before.iter().copied()).collect();
                    let sum = this.emit(Op::MatrixMulAdd, none, sums.tile, &operands);
                    Ok([sum].into_iter().collect())
                })?;
                for tile in sum {
                    this.store_staged_tile(sums, [row, column], tile);
                }
                Ok(Lanes::new())
            })
        })?;
        Ok(())
    }

    /// `a * b + c` as `tiled` says.
    pub fn multiply_tiled(
        &mut self,
        tiled: Tiled,
        [a, b]: [Operand; 2],
        c: Option<Operand>,
        result: MatrixType,
    ) -> Result<Value> {
        let [left, right, sums] = self.staged_places(&tiled, [a.of.component, b.of.component])?;
        let scope = tiled.scope;
        // Other lanes may still read what a product before has left there.
        self.sync(scope);
        self.stage(a, a.of.component, left)?;
        self.stage(b, b.of.component, right)?;
        if let Some(c) = c {
            self.stage(c, tiled.sum, sums)?;
        }
        self.sync(scope);
        self.multiply_staged(&tiled, [left, right, sums], c.is_some())?;
        self.sync(scope);
        self.shares_of_sums(result, sums, tiled.sum)
    }

    /// The shares of a result whose sums are in groupshared memory.
    pub fn shares_of_sums(&mut self, result: MatrixType, sums: Staged, of: Component) -> Result<Value> {
        let made = self.new_matrix(result)?;
        self.each_own(result, |this, slot, number| {
            let (row, column) = this.coordinates(result, number);
            let value = this.load_staged(sums, row, column);
            let value = this.component_as(value, of, result.component);
            this.store_slot(made, slot, value)
        })?;
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::MatrixComponent;

    fn shape(m: u32, n: u32, k: u32) -> CooperativeShape {
        CooperativeShape::new([m, n, k], MatrixComponent::F16, MatrixComponent::F32)
    }

    fn matrix(component: Component, rows: u32, columns: u32) -> MatrixType {
        MatrixType {
            component,
            rows,
            columns,
            scope: Scope::Wave,
        }
    }

    #[test]
    fn sizes_are_those_of_whole_tiles() {
        let [a, b] = [matrix(Component::F16, 24, 32), matrix(Component::F16, 32, 20)];
        let tiled = Tiled::new(shape(16, 16, 16), [a, b], Component::F32).unwrap();
        assert_eq!(tiled.size, [32, 32, 32]);
        let components = [Component::F16; 2];
        assert_eq!(tiled.tiles(components).map(Tiles::size), [[32; 2]; 3]);
        assert_eq!(tiled.tiles(components).map(Tiles::count), [4; 3]);
        let lengths = tiled
            .tiles(components)
            .map(|tiles| staged_key(tiles, 2).unwrap().1);
        assert_eq!(lengths, [2048; 3]);
        let narrow = Tiled::new(shape(16, 8, 16), [a, b], Component::F32).unwrap();
        assert_eq!(narrow.size, [32, 32, 24]);
    }

    #[test]
    fn what_the_device_lacks_is_not_made() {
        let [a, b] = [matrix(Component::F16, 16, 24), matrix(Component::F16, 24, 16)];
        let made = |shape, sum| Tiled::new(shape, [a, b], sum).is_some();
        assert!(made(shape(16, 16, 8), Component::F32));
        // 24 is no multiple of 16, and halves are not what is summed up.
        assert!(!made(shape(16, 16, 16), Component::F32));
        assert!(!made(shape(16, 16, 8), Component::F16));
        let saturating = CooperativeShape {
            saturating: true,
            ..shape(16, 16, 8)
        };
        let group = CooperativeShape {
            scope: CooperativeScope::Workgroup,
            ..shape(16, 16, 8)
        };
        assert!(!made(saturating, Component::F32) && !made(group, Component::F32));
        // A group's are one tile each, of sizes that are multiples of what is listed.
        let entry = |threads| GroupShape {
            m: 32,
            n: 16,
            k: 8,
            a: MatrixComponent::F16,
            b: MatrixComponent::F16,
            c: MatrixComponent::F32,
            result: MatrixComponent::F32,
            saturating: false,
            threads,
        };
        let of_group = |max_dimension, threads| {
            let device = GroupMatrices {
                max_dimension,
                shared_memory: 0,
                shapes: Vec::new(),
            };
            Tiled::whole(&device, entry(threads), 128, [a, b], Component::F32)
        };
        let whole = of_group(32, 128).unwrap();
        assert_eq!((whole.scope, whole.size), (Scope::Group, [32, 24, 16]));
        assert_eq!(whole.tiles([Component::F16; 2]).map(Tiles::count), [1; 3]);
        assert!(of_group(31, 128).is_none() && of_group(32, 64).is_none());
        // Lines of 24 bytes end between what is aligned.
        assert!(!made(shape(16, 16, 12), Component::F32));
        let bytes = [matrix(Component::I8, 16, 24), matrix(Component::I8, 24, 16)];
        assert!(Tiled::new(shape(16, 16, 8), bytes, Component::I32).is_none());
        // Floats of the same size are others.
        for (component, listed) in [
            (Component::Bf16, MatrixComponent::Bf16),
            (Component::F8E4M3, MatrixComponent::E4M3),
            (Component::F8E5M2, MatrixComponent::E5M2),
        ] {
            let both = [matrix(component, 16, 32), matrix(component, 32, 16)];
            let made = |of| {
                let shape = CooperativeShape::new([16, 16, 16], of, MatrixComponent::F32);
                Tiled::new(shape, both, Component::F32).is_some()
            };
            use MatrixComponent::{Bf16, E4M3, E5M2, F16, S8};
            for of in [F16, Bf16, S8, E4M3, E5M2] {
                assert_eq!(made(of), of == listed);
            }
        }
    }
}
