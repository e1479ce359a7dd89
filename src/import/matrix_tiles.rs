//! Matrices of a wave that stay the device's from one operation to the next.
//!
//! Such a matrix is a variable with an array of the device's tiles, row by row. `matrix_forms` says which ones are; what an
//! operation has in its hands tells which form it is in. Memory of the shader is reached component by component, by way of the
//! wave's place in groupshared memory, where the device must not do it by itself ([`matrix_access`](super::matrix_access)):
//!
//! ```text
//! load      for each tile: barrier; own components to the place; barrier; the tile from it
//! store     for each tile: barrier; the tile to the place; barrier; own components from it
//! product   tile (i, j) of the result = muladd of row i of A's tiles and column j of B's, from that of C on
//! phi       one parameter, or the variable itself (`matrix_phis`)
//! ```
//!
//! What lanes do by themselves with a matrix has all of it in groupshared memory, if there is room, else a tile at a time.
//!
//! Places of tiles are constants: the tiles of a variable are the device's registers where it has as many.

use super::Importer;
use super::dispatch::DxCall;
use super::matrix_access::{MatrixPlace, Memory};
use super::matrix_cooperative::Staged;
use super::matrix_types::{MatrixType, Operand, Tiled, Tiles};
use crate::bitcode::module as bc;
use crate::error::{Error, Result};
use crate::ir::{Flags, Op, StorageClass, Type, TypeData, Value};

/// Where lanes read their components of a matrix.
#[derive(Clone, Copy)]
pub enum Readable {
    /// The variable of their shares.
    Shares(Value),
    Staged(Staged),
}

/// Where the tiles of an operand are.
#[derive(Clone, Copy)]
enum Source {
    /// In a variable.
    Kept(Value),
    /// In groupshared memory.
    Staged(Staged),
}

/// All rows and columns of tiles.
fn places(tiles: Tiles) -> impl Iterator<Item = [u32; 2]> {
    let [rows, columns] = tiles.grid;
    (0..rows).flat_map(move |row| (0..columns).map(move |column| [row, column]))
}

/// What there is of a matrix in the tile at a row and a column of tiles.
fn part_of(matrix: MatrixType, tiles: Tiles, place: [u32; 2]) -> MatrixType {
    let left = |whole: u32, tile: u32, place: u32| whole.saturating_sub(place * tile).min(tile);
    MatrixType {
        rows: left(matrix.rows, tiles.tile[0], place[0]),
        columns: left(matrix.columns, tiles.tile[1], place[1]),
        ..matrix
    }
}

impl<'a> Importer<'a> {
    /// What the result of an instruction is kept as, where that is the device's.
    pub fn result_tiles(&self, inst: &bc::Inst) -> Option<Tiles> {
        self.frames.last()?.forms.tiles.get(&inst.result?).copied()
    }

    /// How the device makes the product that an instruction is.
    pub fn device_product(&self, inst: &bc::Inst) -> Option<Tiled> {
        self.frames.last()?.forms.products.get(&inst.result?).copied()
    }

    /// The type of a variable of tiles.
    pub fn tiles_memory(&mut self, tiles: Tiles) -> Result<Type> {
        self.shares.found = true;
        let tile = self.tile_type(tiles)?;
        let array = self.module.types.array(tile, tiles.count());
        Ok(self.module.types.tuple(&[array]))
    }

    /// The type of a tile of the matrix in a variable, if it is one of tiles.
    fn tile_of(&self, variable: Value) -> Option<Type> {
        let (class, ty) = self.module.types.pointee(self.value_ty(variable))?;
        if class != StorageClass::Function {
            return None;
        }
        let array = self.module.types.element(ty, 0)?;
        let tile = self.module.types.element(array, 0)?;
        matches!(self.module.types.get(tile), TypeData::Cooperative(_)).then_some(tile)
    }

    /// Whether a matrix is a variable of tiles.
    pub fn is_tiles(&self, variable: Value) -> bool {
        self.tile_of(variable).is_some()
    }

    /// The tiles that a variable has of a matrix.
    fn tiles_of(&self, variable: Value, matrix: MatrixType) -> Option<Tiles> {
        let TypeData::Cooperative(tile) = self.module.types.get(self.tile_of(variable)?) else {
            return None;
        };
        let size = [tile.rows, tile.columns];
        Some(Tiles {
            scope: matrix.scope,
            of: tile.of,
            component: matrix.component,
            tile: size,
            grid: [
                matrix.rows.div_ceil(tile.rows),
                matrix.columns.div_ceil(tile.columns),
            ],
        })
    }

    fn new_tiles(&mut self, tiles: Tiles) -> Result<Value> {
        let ty = self.tiles_memory(tiles)?;
        Ok(self.matrix_variable(ty))
    }

    /// A pointer to the tile at a row and a column of tiles.
    fn tile_at(&mut self, variable: Value, tiles: Tiles, [row, column]: [u32; 2]) -> Result<Value> {
        let tile = self.tile_type(tiles)?;
        let pointer = self.module.types.pointer(StorageClass::Function, tile);
        let [_, columns] = tiles.grid;
        let [zero, index] = [0, row * columns + column].map(|n| self.module.i32(n));
        Ok(self.emit(Op::AccessChain, Flags::NONE, pointer, &[variable, zero, index]))
    }

    fn load_tile(&mut self, variable: Value, tiles: Tiles, place: [u32; 2]) -> Result<Value> {
        let (pointer, tile) = (self.tile_at(variable, tiles, place)?, self.tile_type(tiles)?);
        Ok(self.emit(Op::Load, Flags::NONE, tile, &[pointer]))
    }

    fn store_tile(&mut self, variable: Value, tiles: Tiles, place: [u32; 2], value: Value) -> Result<()> {
        let pointer = self.tile_at(variable, tiles, place)?;
        self.emit(Op::Store, Flags::NONE, Type::VOID, &[pointer, value]);
        Ok(())
    }

    /// The first component of a tile.
    fn start_of_tile(&mut self, tiles: Tiles, [row, column]: [u32; 2]) -> [Value; 2] {
        let [high, wide] = tiles.tile;
        [row * high, column * wide].map(|n| self.module.i32(n))
    }

    /// A tile of an operand.
    fn source_tile(&mut self, source: Source, tiles: Tiles, place: [u32; 2]) -> Result<Value> {
        match source {
            Source::Kept(variable) => self.load_tile(variable, tiles, place),
            Source::Staged(staged) => {
                let start = self.start_of_tile(tiles, place);
                Ok(self.load_staged_tile(staged, start))
            }
        }
    }

    /// Makes tiles of what `fill` puts into their place in groupshared memory, in the variable `made`: of each tile what there is of
    /// the matrix, and where that begins.
    fn fill_tiles(
        &mut self,
        made: Value,
        matrix: MatrixType,
        tiles: Tiles,
        fill: impl Fn(&mut Self, Staged, MatrixType, [Value; 2]) -> Result<()>,
    ) -> Result<()> {
        self.charge(tiles.count() as usize * 4)?;
        let staged = self.staged(tiles.one())?;
        for place in places(tiles) {
            let start = self.start_of_tile(tiles, place);
            // Other lanes may still read what was there before.
            self.sync(tiles.scope);
            fill(self, staged, part_of(matrix, tiles, place), start)?;
            self.sync(tiles.scope);
            let zero = self.module.i32(0);
            let tile = self.load_staged_tile(staged, [zero; 2]);
            self.store_tile(made, tiles, place, tile)?;
        }
        Ok(())
    }

    /// The tiles of a matrix in memory: as the device loads them, where it may. What `fill` puts into groupshared memory are the
    /// matrix's components.
    pub fn tiles_in_memory(
        &mut self,
        matrix: MatrixType,
        tiles: Tiles,
        place: MatrixPlace,
        fill: impl Fn(&mut Self, Staged, MatrixType, [Value; 2]) -> Result<()>,
    ) -> Result<Value> {
        self.charge(tiles.count() as usize * 8)?;
        let made = self.new_tiles(tiles)?;
        let Some(access) = self.device_access(matrix, tiles, place) else {
            self.fill_tiles(made, matrix, tiles, fill)?;
            return Ok(made);
        };
        self.by_device(
            access,
            |this| {
                places(tiles).try_for_each(|place| {
                    let tile = this.load_tile_there(&access, place)?;
                    this.store_tile(made, tiles, place, tile)
                })
            },
            |this| this.fill_tiles(made, matrix, tiles, fill),
        )?;
        Ok(made)
    }

    /// Stores a matrix of tiles in memory: as the device does, where it may, else by what `other` does with components that are in
    /// groupshared memory, of each tile what there is of the matrix, and where that begins. False if it is no matrix of tiles.
    pub fn store_in_memory(
        &mut self,
        matrix: MatrixType,
        id: bc::ValueId,
        place: MatrixPlace,
        other: impl Fn(&mut Self, Staged, MatrixType, [Value; 2]) -> Result<()>,
    ) -> Result<bool> {
        let value = self.value(id)?;
        let Some(tiles) = self.tiles_of(value, matrix) else {
            return Ok(false);
        };
        self.charge(tiles.count() as usize * 8)?;
        let by_lanes = |this: &mut Self| {
            let staged = this.staged(tiles.one())?;
            for place in places(tiles) {
                this.stage_one(value, tiles, place, staged)?;
                let start = this.start_of_tile(tiles, place);
                other(this, staged, part_of(matrix, tiles, place), start)?;
            }
            Ok(())
        };
        let (memory, _) = place;
        let shared = matches!(memory, Memory::Shared(_));
        if shared {
            // Lanes may still load what was there before.
            self.sync(tiles.scope);
        }
        match self.device_access(matrix, tiles, place) {
            None => by_lanes(self)?,
            Some(access) => self.by_device(
                access,
                |this| {
                    places(tiles).try_for_each(|place| {
                        let tile = this.load_tile(value, tiles, place)?;
                        this.store_tile_there(&access, place, tile);
                        Ok(())
                    })
                },
                by_lanes,
            )?,
        }
        if shared {
            // So that they load what is there now.
            self.sync(tiles.scope);
        }
        Ok(true)
    }

    /// The tiles of a matrix that is shares, which are converted where the tiles have other components.
    pub fn tiles_of_shares(&mut self, from: Operand, tiles: Tiles) -> Result<Value> {
        self.charge(tiles.count() as usize * 4)?;
        let made = self.new_tiles(tiles)?;
        let Some(staged) = self.room_for(tiles)? else {
            self.fill_tiles(made, from.of, tiles, |this, staged, part, start| {
                this.each_own(from.of, |this, slot, number| {
                    let place = this.coordinates(from.of, number);
                    this.if_inside(place, part, start, |this, [row, column]| {
                        let value = this.load_slot(from.variable, from.of, slot)?;
                        let value = this.component_as(value, from.of.component, tiles.component);
                        this.store_staged(staged, row, column, value);
                        Ok(())
                    })
                })
            })?;
            return Ok(made);
        };
        self.sync(tiles.scope);
        self.stage(from, tiles.component, staged)?;
        self.sync(tiles.scope);
        for place in places(tiles) {
            let tile = self.source_tile(Source::Staged(staged), tiles, place)?;
            self.store_tile(made, tiles, place, tile)?;
        }
        Ok(made)
    }

    /// Does `body` with the place within a part of a matrix, if it is in there.
    fn if_inside(
        &mut self,
        (row, column): (Value, Value),
        part: MatrixType,
        [first_row, first_column]: [Value; 2],
        body: impl FnOnce(&mut Self, [Value; 2]) -> Result<()>,
    ) -> Result<()> {
        let [high, wide] = [part.rows, part.columns].map(|size| self.module.i32(size));
        let row = self.word_op(Op::ISub, &[row, first_row]);
        let column = self.word_op(Op::ISub, &[column, first_column]);
        let down = self.emit(Op::ULt, Flags::NONE, Type::BOOL, &[row, high]);
        let across = self.emit(Op::ULt, Flags::NONE, Type::BOOL, &[column, wide]);
        let inside = self.emit(Op::And, Flags::NONE, Type::BOOL, &[down, across]);
        let after = self.begin_if(inside);
        body(self, [row, column])?;
        self.end_if(after);
        Ok(())
    }

    /// Puts a tile into groupshared memory, for the lanes to read.
    fn stage_one(&mut self, variable: Value, tiles: Tiles, place: [u32; 2], to: Staged) -> Result<()> {
        self.sync(tiles.scope);
        let tile = self.load_tile(variable, tiles, place)?;
        let zero = self.module.i32(0);
        self.store_staged_tile(to, [zero; 2], tile);
        self.sync(tiles.scope);
        Ok(())
    }

    /// Emits `body` for the components that the thread has of a matrix of tiles, with the place in the share and the value.
    fn each_of_tiles(
        &mut self,
        of: MatrixType,
        variable: Value,
        tiles: Tiles,
        body: impl Fn(&mut Self, Value, Value) -> Result<()>,
    ) -> Result<()> {
        if let Some(staged) = self.room_for(tiles)? {
            self.stage_tiles(variable, tiles, staged)?;
            return self.each_own(of, |this, slot, number| {
                let (row, column) = this.coordinates(of, number);
                let value = this.load_staged(staged, row, column);
                body(this, slot, value)
            });
        }
        let staged = self.staged(tiles.one())?;
        for place in places(tiles) {
            self.stage_one(variable, tiles, place, staged)?;
            let (part, start) = (part_of(of, tiles, place), self.start_of_tile(tiles, place));
            self.each_own(of, |this, slot, number| {
                let place = this.coordinates(of, number);
                this.if_inside(place, part, start, |this, [row, column]| {
                    let value = this.load_staged(staged, row, column);
                    body(this, slot, value)
                })
            })?;
        }
        Ok(())
    }

    /// Puts tiles into their place in groupshared memory, for the lanes to read.
    fn stage_tiles(&mut self, variable: Value, tiles: Tiles, staged: Staged) -> Result<()> {
        self.charge(tiles.count() as usize * 4)?;
        self.sync(tiles.scope);
        for place in places(tiles) {
            let tile = self.load_tile(variable, tiles, place)?;
            let start = self.start_of_tile(tiles, place);
            self.store_staged_tile(staged, start, tile);
        }
        self.sync(tiles.scope);
        Ok(())
    }

    /// The shares of a matrix that is tiles, for what lanes do by themselves: those that were made above.
    pub fn kept_shares(&self, variable: Value) -> Result<Value> {
        let known = self.shares.copies.get(&variable).copied();
        known.ok_or_else(|| Error::internal("tiles where shares are wanted"))
    }

    /// The shares of a matrix that is tiles, for an operation of the whole wave.
    pub fn shares_of(&mut self, matrix: MatrixType, variable: Value) -> Result<Value> {
        let made = self.new_matrix(matrix)?;
        self.fill_shares(matrix, variable, made)?;
        Ok(made)
    }

    /// Has the shares of a matrix that is tiles in a variable of their own, for all that comes.
    fn keep_shares(&mut self, matrix: MatrixType, variable: Value) -> Result<()> {
        let made = match self.shares.copies.get(&variable) {
            Some(&known) => known,
            None => self.new_matrix(matrix)?,
        };
        self.fill_shares(matrix, variable, made)?;
        self.shares.copies.insert(variable, made);
        Ok(())
    }

    /// Makes the shares that are wanted from the start of a block on, and the words of AMD's matrices.
    pub fn keep_shares_at(&mut self, block: u32) -> Result<()> {
        self.words_in_block(block, true)?;
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        let Some(wanted) = frame.forms.shared_at.get(&block).cloned() else {
            return Ok(());
        };
        for id in wanted {
            let (matrix, value) = (self.operand_matrix(id)?, self.value(id)?);
            self.keep_shares(matrix, value)?;
        }
        Ok(())
    }

    fn fill_shares(&mut self, matrix: MatrixType, variable: Value, made: Value) -> Result<()> {
        let tiles = self
            .tiles_of(variable, matrix)
            .ok_or_else(|| Error::internal("a matrix that is no tiles"))?;
        self.each_of_tiles(matrix, variable, tiles, |this, slot, value| {
            this.store_slot(made, slot, value)
        })
    }

    /// Gives a result the forms that are wanted of it.
    pub fn in_its_forms(&mut self, call: DxCall<'a>, value: Value) -> Result<Value> {
        let Some(tiles) = self.result_tiles(call.inst) else {
            return Ok(value);
        };
        let matrix = self.result_matrix(call)?;
        let made = match self.is_tiles(value) {
            true => value,
            false => {
                let from = Operand {
                    of: matrix,
                    variable: value,
                };
                self.tiles_of_shares(from, tiles)?
            }
        };
        let forms = self.frames.last().map(|frame| &frame.forms);
        let shared = call
            .inst
            .result
            .is_some_and(|id| forms.is_some_and(|forms| forms.shared.contains(&id)));
        if shared {
            self.keep_shares(matrix, made)?;
        }
        Ok(made)
    }

    /// A matrix that a phi takes along an edge, in the form that the phi has; other values are themselves.
    #[cold]
    pub fn for_phi(&mut self, phi: &bc::Inst, value: Value) -> Result<Value> {
        match (self.result_tiles(phi), self.is_tiles(value)) {
            (Some(_), true) => {
                let ty = self.pointee(value)?;
                Ok(self.emit(Op::Load, Flags::NONE, ty, &[value]))
            }
            (Some(tiles), false) => {
                let ty = self.tiles_memory(tiles)?;
                match self.module.is_undef(value) {
                    true => Ok(self.module.undef(ty)),
                    false => Err(Error::internal("shares for a phi of tiles")),
                }
            }
            (None, true) => self.kept_shares(value),
            (None, false) => Ok(value),
        }
    }

    /// A matrix that is an operand, for the lanes to read their components of.
    pub fn readable(&mut self, of: MatrixType, id: bc::ValueId) -> Result<Readable> {
        let value = self.value(id)?;
        let Some(tiles) = self.tiles_of(value, of) else {
            return self.matrix(id).map(Readable::Shares);
        };
        Ok(match self.room_for(tiles)? {
            Some(staged) => {
                self.stage_tiles(value, tiles, staged)?;
                Readable::Staged(staged)
            }
            None => Readable::Shares(self.shares_of(of, value)?),
        })
    }

    /// A component that the thread has, by its place in the share, and its row and column.
    pub fn read_component(
        &mut self,
        from: Readable,
        of: MatrixType,
        slot: Value,
        [row, column]: [Value; 2],
    ) -> Result<Value> {
        match from {
            Readable::Shares(matrix) => self.load_slot(matrix, of, slot),
            Readable::Staged(staged) => Ok(self.load_staged(staged, row, column)),
        }
    }

    /// A matrix all of whose components are `value`, which is kept as the matrix's are.
    pub fn filled_tiles(&mut self, tiles: Tiles, value: Value) -> Result<Value> {
        self.charge(tiles.count() as usize * 2)?;
        let tile = self.tile_type(tiles)?;
        let TypeData::Cooperative(matrix) = self.module.types.get(tile) else {
            return Err(Error::internal("a tile that is none"));
        };
        let component = matrix.component;
        let value = self.in_place(value, tiles.component, component);
        let tile = self.emit(Op::MatrixFill, Flags::NONE, tile, &[value]);
        let made = self.new_tiles(tiles)?;
        for place in places(tiles) {
            self.store_tile(made, tiles, place, tile)?;
        }
        Ok(made)
    }

    /// The sum of two matrices of the same tiles, in the variable `made` or one of its own.
    pub fn sum_of_tiles(
        &mut self,
        tiles: Tiles,
        [left, right]: [Value; 2],
        made: Option<Value>,
    ) -> Result<Value> {
        self.charge(tiles.count() as usize * 6)?;
        let tile = self.tile_type(tiles)?;
        let made = match made {
            Some(made) => made,
            None => self.new_tiles(tiles)?,
        };
        for place in places(tiles) {
            let a = self.load_tile(left, tiles, place)?;
            let b = self.load_tile(right, tiles, place)?;
            let sum = self.emit(Op::MatrixAdd, Flags::NONE, tile, &[a, b]);
            self.store_tile(made, tiles, place, sum)?;
        }
        Ok(made)
    }

    /// A matrix as the operand of a product: tiles where it is these, else shares.
    fn product_operand(&mut self, id: bc::ValueId, tiles: Tiles) -> Result<(Operand, bool)> {
        let of = self.operand_matrix(id)?;
        let value = self.value(id)?;
        if self.tiles_of(value, of) == Some(tiles) {
            return Ok((Operand { of, variable: value }, true));
        }
        let variable = self.matrix(id)?;
        Ok((Operand { of, variable }, false))
    }

    /// `a * b + c` by the device, as `tiled` says, where some of the matrices are the device's.
    pub fn multiply_on_device(
        &mut self,
        tiled: Tiled,
        [a, b]: [bc::ValueId; 2],
        c: Option<bc::ValueId>,
        call: DxCall<'a>,
    ) -> Result<Value> {
        let result = self.result_matrix(call)?;
        let components = [
            self.operand_matrix(a)?.component,
            self.operand_matrix(b)?.component,
        ];
        let all = tiled.tiles(components);
        let [of_a, of_b, of_sum] = all;
        let mut operands = Vec::new();
        for (id, tiles) in [a, b].into_iter().chain(c).zip(all) {
            operands.push(self.product_operand(id, tiles)?);
        }
        let kept = self.result_tiles(call.inst);
        let staged = |at: usize| operands.get(at).copied().filter(|(_, kept)| !kept);
        if kept.is_none()
            && let (Some((a, _)), Some((b, _))) = (staged(0), staged(1))
            && (c.is_none() || staged(2).is_some())
        {
            let c = operands.get(2).map(|&(c, _)| c);
            if self.has_room(&all)? {
                return self.multiply_tiled(tiled, [a, b], c, result);
            }
        }
        let sources = self.sources(&operands, all)?;
        let &[left, right, ref start @ ..] = sources.as_slice() else {
            return Err(Error::internal("a product of fewer than two matrices"));
        };
        // In place, where what the sums start from is not wanted again.
        let made = match (start.first(), c) {
            (Some(&Source::Kept(variable)), Some(id))
                if kept == Some(of_sum) && self.is_last_use(id, call.inst)? =>
            {
                variable
            }
            _ => self.new_tiles(of_sum)?,
        };
        let [_, depth] = of_a.grid;
        self.charge((of_sum.count() * (depth + 4)) as usize)?;
        let mut tiles = [Vec::new(), Vec::new()];
        for (list, (source, of)) in tiles.iter_mut().zip([(left, of_a), (right, of_b)]) {
            for place in places(of) {
                list.push(self.source_tile(source, of, place)?);
            }
        }
        let sum_tile = self.tile_type(of_sum)?;
        let at = |list: &[Value], of: Tiles, row: u32, column: u32| {
            let [_, columns] = of.grid;
            let found = list.get((row * columns + column) as usize).copied();
            found.ok_or_else(|| Error::internal("a tile beyond its matrix"))
        };
        for [row, column] in places(of_sum) {
            let mut sum = match start.first() {
                Some(&source) => self.source_tile(source, of_sum, [row, column])?,
                None => {
                    let zero = self.module.null(of_sum.component.held());
                    self.emit(Op::MatrixFill, Flags::NONE, sum_tile, &[zero])
                }
            };
            for t in 0..depth {
                let a = at(&tiles[0], of_a, row, t)?;
                let b = at(&tiles[1], of_b, t, column)?;
                sum = self.emit(Op::MatrixMulAdd, Flags::NONE, sum_tile, &[a, b, sum]);
            }
            self.store_tile(made, of_sum, [row, column], sum)?;
        }
        if kept.is_some() {
            return Ok(made);
        }
        let shares = self.new_matrix(result)?;
        self.each_of_tiles(result, made, of_sum, |this, slot, value| {
            let value = this.component_as(value, tiled.sum, result.component);
            this.store_slot(shares, slot, value)
        })?;
        Ok(shares)
    }

    /// Where the tiles of a product's operands are: those that are shares are put into groupshared memory, or made tiles where there
    /// is no room for all of them.
    fn sources(&mut self, operands: &[(Operand, bool)], all: [Tiles; 3]) -> Result<Vec<Source>> {
        let [Tiles { scope, .. }, ..] = all;
        let mut sources = Vec::new();
        for (&(operand, kept), tiles) in operands.iter().zip(all) {
            sources.push(match kept {
                true => Source::Kept(operand.variable),
                false => match self.room_for(tiles)? {
                    Some(staged) => Source::Staged(staged),
                    None => Source::Kept(self.tiles_of_shares(operand, tiles)?),
                },
            });
        }
        let staged = |source: &Source| matches!(source, Source::Staged(_));
        if !sources.iter().any(staged) {
            return Ok(sources);
        }
        self.sync(scope);
        for ((&(operand, _), tiles), &source) in operands.iter().zip(all).zip(&sources) {
            if let Source::Staged(staged) = source {
                self.stage(operand, tiles.component, staged)?;
            }
        }
        self.sync(scope);
        Ok(sources)
    }
}
