//! Products of AMD's matrices by the device's (`VK_KHR_cooperative_matrix`), where the option `cooperative_matrices` lists their
//! shape.
//!
//! The words that lanes have of a matrix go to the device's by way of groupshared memory, and back, since nothing tells how a
//! device deals components out:
//!
//! ```text
//! barrier of the wave;  words of A, B, C to a[16][2], b[16][2], c[16][2], each all of a lane;  barrier
//! sums = muladd (load a, by rows) (load b, by columns) (load c, by columns)
//! barrier;  store c = sums;  barrier;  words of the result from c
//! ```
//!
//! A lane's elements follow each other in a row of A and in columns of the others, so words go as they are, up to four at once.
//! Where the device's matrices are others than these in size, elements go one by one (`matrix_cooperative`).
//!
//! What is the device's already does not go there again: [`ags_forms`](super::ags_forms) finds before the import which matrices stay
//! so from call to call. Such are loaded from buffers and stored there by the device itself, where it may do so
//! ([`matrix_access`](super::matrix_access)):
//!
//! ```text
//! %there = matrix.is_there %buffer, offset, bytes of the matrix
//! br %there, bb1, bb2
//! bb1: %x = matrix.load_buffer %buffer, offset, stride;  br bb3(%x)
//! bb2: words from memory in each lane, which go by way of groupshared memory;  br bb3(%y)
//! bb3(%a):
//! ```

use super::Importer;
use super::ags_fragments::LanePlace;
use super::ags_matrices::{A, ONLY, SUMS};
use super::ags_types::{Format, Fragment, LANES, Words};
use super::calls_of_vendors::{FRAGMENT_WORDS, KnownTiles, Memory};
use super::forms::{CallForm, DeviceFragment};
use super::lanes::Lanes;
use super::matrix_access::{self, DeviceAccess};
use super::matrix_cooperative::{Staged, words_key};
use super::matrix_types::{Component, MatrixType, Scope, Tiled, Tiles};
use crate::bitcode::module as bc;
use crate::error::{Error, Result};
use crate::ir::{Flags, MatrixUse, Op, StorageClass, Type, Value};

/// Groupshared memory for the words that lanes have of a matrix, lane by lane of each line.
#[derive(Clone, Copy)]
pub struct WordsPlace {
    variable: Value,
    /// So many words.
    element: Type,
    lanes: u32,
    /// Where the wave's begin.
    start: Value,
    /// Words of a lane.
    count: u32,
    /// What elements are there.
    pub format: Format,
    /// The device's matrix, and whether a line there is a column.
    tile: Type,
    by_columns: bool,
}

impl Importer<'_> {
    fn known_tiles(&mut self) -> Result<&mut KnownTiles> {
        let extensions = self.extensions.as_mut();
        let known = extensions.map(|extensions| &mut extensions.known_tiles);
        known.ok_or_else(|| Error::internal("a call of an extension that there is none of"))
    }

    /// How the device makes a product, and what the elements of A and B are for it: floats of 8 bits are halves, which have all of
    /// their numbers, unless the device has them.
    pub fn tiled_fragments(
        &mut self,
        [a, b, of_sums]: [Fragment; 3],
    ) -> Result<Option<(Tiled, [Component; 2])>> {
        if self.device_waves() != Some(LANES) {
            return Ok(None);
        }
        let sum = of_sums.sum();
        for as_halves in [false, true] {
            let [a, b] = [a, b].map(|of| MatrixType {
                component: match of.format.component() {
                    Component::F8E4M3 | Component::F8E5M2 if as_halves => Component::F16,
                    component => component,
                },
                rows: of.rows,
                columns: of.columns,
                scope: Scope::Wave,
            });
            let components = [a.component, b.component];
            if let Some(tiled) = self.tiled(a, b, sum)?
                && self.leaves_room(&tiled, components)
            {
                return Ok(Some((tiled, components)));
            }
        }
        Ok(None)
    }

    /// Puts the elements in words of a lane into groupshared memory.
    fn stage_elements(&mut self, words: &Words, of: Fragment, lane: LanePlace, to: Staged) {
        let elements = self.elements(words, of);
        for (i, &value) in (0u32..).zip(&elements) {
            let (row, column) = self.element_place(of, lane, i);
            self.store_staged(to, row, column, value);
        }
    }

    /// The words that a lane has of sums in groupshared memory.
    fn words_of_staged(&mut self, of: Fragment, lane: LanePlace, place: Staged) -> Words {
        let elements: Lanes = (0..of.len())
            .map(|i| {
                let (row, column) = self.element_place(of, lane, i);
                let value = self.load_staged(place, row, column);
                match of.format.is_float() {
                    true => self.float_as(value, of.format, false),
                    false => value,
                }
            })
            .collect();
        self.words_of_elements(&elements, of)
    }

    /// Words of a lane as those of another format, which has all of the elements' numbers or is what sums are rounded to.
    fn words_as(&mut self, words: &Words, of: Fragment, to: Format) -> Words {
        if of.format == to {
            return *words;
        }
        let to = Fragment { format: to, ..of };
        if of.format.is_float() && to.format.is_float() {
            return self.words_as_floats(words, [of, to], false);
        }
        let elements = self.elements(words, of);
        self.words_of_elements(&elements, to)
    }

    /// The place in groupshared memory for the words of a matrix that is one tile.
    pub fn words_place(&mut self, tiles: Tiles) -> Result<WordsPlace> {
        let lacking = || Error::internal("a matrix whose words have no place");
        let format = Format::of_component(tiles.component).ok_or_else(lacking)?;
        let waves = self.group_size()? / LANES;
        let key = words_key(tiles, waves).ok_or_else(lacking)?;
        let (_, words, _) = key;
        let count = words / waves / LANES;
        let lanes = count.min(4);
        let element = match lanes {
            1 => Type::I32,
            lanes => self.module.types.vector(Type::I32, lanes),
        };
        let array = self.module.types.array(element, words / lanes);
        let variable = self.staged_variable(key, array);
        let start = self.start_of_wave(waves, LANES * count / lanes);
        Ok(WordsPlace {
            variable,
            element,
            start,
            lanes,
            count,
            format,
            tile: self.tile_type(tiles)?,
            by_columns: tiles.of != MatrixUse::A,
        })
    }

    /// A pointer to the words of a lane from one on.
    fn words_at(&mut self, place: &WordsPlace, lane: LanePlace, word: u32) -> Value {
        let [two, chunks, at] =
            [2, place.count / place.lanes, word / place.lanes].map(|n| self.module.i32(n));
        let line = self.times(lane.across, two);
        let number = self.plus(line, lane.half);
        let first = self.times(number, chunks);
        let first = self.plus(place.start, first);
        let index = self.plus(first, at);
        let pointer = self.module.types.pointer(StorageClass::Workgroup, place.element);
        self.emit(Op::AccessChain, Flags::NONE, pointer, &[place.variable, index])
    }

    /// Puts words of a lane into groupshared memory.
    pub fn stage_words(&mut self, words: &Words, of: Fragment, lane: LanePlace, to: &WordsPlace) {
        let words = self.words_as(words, of, to.format);
        let words = words.get(..to.count as usize).unwrap_or(&words);
        for (at, part) in (0u32..).zip(words.chunks(to.lanes as usize)) {
            let pointer = self.words_at(to, lane, at * to.lanes);
            let value = self.construct(to.element, part);
            self.emit(Op::Store, Flags::NONE, Type::VOID, &[pointer, value]);
        }
    }

    /// The words of a lane in groupshared memory, as those of `of`.
    fn words_from(&mut self, place: &WordsPlace, of: Fragment, lane: LanePlace) -> Words {
        let mut words = [self.module.i32(0); FRAGMENT_WORDS];
        let wanted = words.get_mut(..place.count as usize).unwrap_or_default();
        for (at, part) in (0u32..).zip(wanted.chunks_mut(place.lanes as usize)) {
            let pointer = self.words_at(place, lane, at * place.lanes);
            let value = self.emit(Op::Load, Flags::NONE, place.element, &[pointer]);
            for (number, word) in (0u32..).zip(part) {
                *word = match place.lanes {
                    1 => value,
                    _ => self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[value], number),
                };
            }
        }
        let kept = Fragment {
            format: place.format,
            ..of
        };
        self.words_as(&words, kept, of.format)
    }

    /// The pointer to all words of a matrix, and how far lines are apart there.
    fn all_words(&mut self, place: &WordsPlace) -> [Value; 2] {
        let pointer = self.module.types.pointer(StorageClass::Workgroup, place.element);
        let all = [place.variable, place.start];
        let pointer = self.emit(Op::AccessChain, Flags::NONE, pointer, &all);
        [pointer, self.module.i32(2 * place.count / place.lanes)]
    }

    /// The device's matrix that the words of all lanes are.
    pub fn load_words_tile(&mut self, place: &WordsPlace) -> Value {
        let [pointer, line] = self.all_words(place);
        let layout = place.by_columns.into();
        self.emit_imm(Op::MatrixLoad, Flags::NONE, place.tile, &[pointer, line], layout)
    }

    /// Puts a matrix of the device into groupshared memory, as words of lanes.
    fn store_words_tile(&mut self, place: &WordsPlace, tile: Value) {
        let [pointer, line] = self.all_words(place);
        let layout = place.by_columns.into();
        let operands = [pointer, tile, line];
        self.emit_imm(Op::MatrixStore, Flags::NONE, Type::VOID, &operands, layout);
    }

    /// Words of `a * b + c` by the device's own matrices, where it has some that fit.
    pub fn product_of_device(
        &mut self,
        words: &[Words; 3],
        of: [Fragment; 3],
        form: Option<&CallForm>,
    ) -> Result<Option<Words>> {
        let planned = match form.and_then(|form| form.product) {
            Some(planned) => Some(planned),
            None => self.tiled_fragments(of)?,
        };
        let Some((tiled, components)) = planned else {
            return Ok(None);
        };
        if tiled.is_one() {
            let made = self.product_of_tiles(words, of, tiled.tiles(components), form)?;
            return Ok(Some(made));
        }
        match self.has_room(&tiled.tiles(components))? {
            true => self.product_by_elements(words, of, &tiled, components).map(Some),
            false => Ok(None),
        }
    }

    /// A product of matrices of several tiles each.
    fn product_by_elements(
        &mut self,
        words: &[Words; 3],
        of: [Fragment; 3],
        tiled: &Tiled,
        components: [Component; 2],
    ) -> Result<Words> {
        let lane = self.lane_place()?;
        let places = self.staged_places(tiled, components)?;
        let [_, _, of_c] = of;
        let [_, _, sums] = places;
        let fills = self.are_zero(&words[2]);
        self.sync(Scope::Wave);
        for which in 0..if fills { 2 } else { 3 } {
            self.stage_elements(&words[which], of[which], lane, places[which]);
        }
        self.sync(Scope::Wave);
        self.multiply_staged(tiled, places, !fills)?;
        self.sync(Scope::Wave);
        Ok(self.words_of_staged(of_c, lane, sums))
    }

    /// A product of matrices that are one tile each.
    fn product_of_tiles(
        &mut self,
        words: &[Words; 3],
        of: [Fragment; 3],
        tiles: [Tiles; 3],
        form: Option<&CallForm>,
    ) -> Result<Words> {
        let [a, b, sums] = tiles;
        let places = [
            self.words_place(a)?,
            self.words_place(b)?,
            self.words_place(sums)?,
        ];
        let run = self.run_of_blocks();
        let mut operands = [None; 3];
        for (which, place) in places.iter().enumerate() {
            let key = form.and_then(|form| form.operands[A + which]);
            operands[which] = match key.and_then(|key| self.device_matrix(key)) {
                Some(tile) => Some(tile),
                None if A + which == SUMS && self.are_zero(&words[which]) => Some(self.filled_tile(place)),
                None => {
                    let known = self.known_tiles()?.get(&(words[which], place.tile));
                    let known = known.filter(|(_, of)| *of == run);
                    known.map(|&(tile, _)| tile)
                }
            };
        }
        let staged = operands.map(|operand| operand.is_none());
        if staged.contains(&true) {
            let lane = self.lane_place()?;
            self.sync(Scope::Wave);
            for which in (0..places.len()).filter(|&which| staged[which]) {
                self.stage_words(&words[which], of[which], lane, &places[which]);
            }
            self.sync(Scope::Wave);
        }
        let mut tiles = Lanes::new();
        for (which, (operand, place)) in operands.into_iter().zip(&places).enumerate() {
            tiles.push(match operand {
                Some(tile) => tile,
                None => {
                    let tile = self.load_words_tile(place);
                    let key = (words[which], place.tile);
                    self.known_tiles()?.insert(key, (tile, run));
                    tile
                }
            });
        }
        let ([.., of_sums], [.., of_c]) = (places, of);
        let made = self.emit(Op::MatrixMulAdd, Flags::NONE, of_sums.tile, &tiles);
        match form.and_then(|form| self.keep_result(form, made)) {
            Some(false) => Ok(self.no_words(of_c)),
            _ => {
                let words = self.words_of_tile(&of_sums, of_c, made)?;
                self.keep_words(form, words);
                Ok(words)
            }
        }
    }

    /// The tile that a matrix is, by its first word.
    fn device_matrix(&self, key: bc::ValueId) -> Option<Value> {
        self.frames.last()?.tiles.get(&key).copied()
    }

    /// Takes note of the tile that a call's result is, if it is to be one; whether its words are wanted too.
    fn keep_result(&mut self, form: &CallForm, tile: Value) -> Option<bool> {
        let key = form.result?;
        let frame = self.frames.last_mut()?;
        frame.forms.fragments.get(&key)?;
        frame.tiles.insert(key, tile);
        Some(frame.forms.shared.contains(&key))
    }

    /// Takes note of the words of a result that is a tile, from the block of its call on.
    fn keep_words(&mut self, form: Option<&CallForm>, words: Words) {
        let key = form.and_then(|form| form.result);
        if let (Some(key), Some(frame)) = (key, self.frames.last_mut())
            && let Some(block) = frame.forms.fragments.get(&key).and_then(|of| of.call)
        {
            frame.words.insert((key, block), words);
        }
    }

    /// What stands for words that nothing wants; those beyond a matrix's elements are 0.
    fn no_words(&mut self, of: Fragment) -> Words {
        let mut words = [self.module.i32(0); FRAGMENT_WORDS];
        let none = self.module.undef(Type::I32);
        words
            .iter_mut()
            .take(of.words() as usize)
            .for_each(|word| *word = none);
        words
    }

    /// What the result of a call is kept as, where it is the device's.
    fn result_fragment(&self, form: &CallForm) -> Option<&DeviceFragment> {
        self.frames.last()?.forms.fragments.get(&form.result?)
    }

    /// Has a call's result, of which these are the words, the device's too where it is to be that and is not yet.
    pub fn in_fragment_forms(&mut self, form: Option<&CallForm>, words: &Words) -> Result<()> {
        let Some(form) = form else { return Ok(()) };
        let Some((tiles, of)) = self.result_fragment(form).map(|made| (made.tiles, made.of)) else {
            return Ok(());
        };
        if form.result.is_some_and(|key| self.device_matrix(key).is_some()) {
            return Ok(());
        }
        let place = self.words_place(tiles)?;
        let tile = self.tile_of_words(words, of, &place)?;
        self.keep_result(form, tile);
        self.keep_words(Some(form), *words);
        Ok(())
    }

    /// The device's matrix that the words of all lanes are, by way of groupshared memory.
    fn tile_of_words(&mut self, words: &Words, of: Fragment, place: &WordsPlace) -> Result<Value> {
        if self.are_zero(words) {
            return Ok(self.filled_tile(place));
        }
        let lane = self.lane_place()?;
        self.sync(Scope::Wave);
        self.stage_words(words, of, lane, place);
        self.sync(Scope::Wave);
        Ok(self.load_words_tile(place))
    }

    /// The words of a matrix of the device, likewise.
    fn words_of_tile(&mut self, place: &WordsPlace, of: Fragment, tile: Value) -> Result<Words> {
        let lane = self.lane_place()?;
        self.sync(Scope::Wave);
        self.store_words_tile(place, tile);
        self.sync(Scope::Wave);
        Ok(self.words_from(place, of, lane))
    }

    /// How the device accesses a matrix in memory that is such a tile; none if it must not.
    fn fragment_access(
        &mut self,
        memory: Memory,
        [offset, stride]: [Value; 2],
        of: Fragment,
        tiles: Tiles,
    ) -> Option<DeviceAccess> {
        let Memory::Buffer(handle) = memory else {
            return None;
        };
        let layout = self.module.i32(of.by_columns.into());
        let place = (matrix_access::Memory::Buffer(handle), [offset, stride, layout]);
        self.device_access(of.matrix(), tiles, place)
    }

    /// Loads a matrix that is to be the device's, as the device does where it may; none elsewhere.
    pub fn load_device_fragment(
        &mut self,
        memory: Memory,
        place: [Value; 2],
        of: Fragment,
        form: Option<&CallForm>,
    ) -> Result<Option<Words>> {
        let Some(form) = form else { return Ok(None) };
        let Some(tiles) = self.result_fragment(form).map(|made| made.tiles) else {
            return Ok(None);
        };
        let Some(access) = self.fragment_access(memory, place, of, tiles) else {
            return Ok(None);
        };
        let to = self.words_place(tiles)?;
        let tile = self.made_by_device(
            access,
            to.tile,
            |this| this.load_tile_there(&access, [0; 2]),
            |this| {
                let words = this.load_fragment(memory, place, of)?;
                this.tile_of_words(&words, of, &to)
            },
        )?;
        if self.keep_result(form, tile) != Some(true) {
            return Ok(Some(self.no_words(of)));
        }
        let words = self.load_fragment(memory, place, of)?;
        self.keep_words(Some(form), words);
        Ok(Some(words))
    }

    /// Stores an operand that is the device's; false if it is not.
    pub fn store_device_fragment(
        &mut self,
        memory: Memory,
        place: [Value; 2],
        of: Fragment,
        form: Option<&CallForm>,
    ) -> Result<bool> {
        let key = form.and_then(|form| form.operands[ONLY]);
        let fragment = key.and_then(|key| {
            let frame = self.frames.last()?;
            Some((frame.forms.fragments.get(&key)?.tiles, *frame.tiles.get(&key)?))
        });
        let Some((tiles, tile)) = fragment else {
            return Ok(false);
        };
        let from = self.words_place(tiles)?;
        let by_lanes = |this: &mut Self| {
            let words = this.words_of_tile(&from, of, tile)?;
            this.store_fragment(memory, place, of, &words)
        };
        match self.fragment_access(memory, place, of, tiles) {
            None => by_lanes(self)?,
            Some(access) => self.by_device(
                access,
                |this| {
                    this.store_tile_there(&access, [0; 2], tile);
                    Ok(())
                },
                by_lanes,
            )?,
        }
        Ok(true)
    }

    /// Has the words of matrices that are the device's, as a block wants them; where it `begins`, makes those that are wanted from its
    /// start on.
    #[inline]
    pub fn words_in_block(&mut self, block: u32, begins: bool) -> Result<()> {
        match self.frames.last() {
            Some(frame) if !frame.forms.words_at.is_empty() => self.wanted_words(block, begins),
            _ => Ok(()),
        }
    }

    #[cold]
    fn wanted_words(&mut self, block: u32, begins: bool) -> Result<()> {
        let words_at = self.frames.last().map(|frame| &frame.forms.words_at);
        let wanted = words_at.and_then(|words_at| words_at.get(&block).cloned());
        let lacking = || Error::internal("words of a matrix that are not there");
        for (key, place) in wanted.unwrap_or_default() {
            let frame = self.frames.last().ok_or_else(lacking)?;
            let fragment = frame.forms.fragments.get(&key).ok_or_else(lacking)?;
            if begins && place == block {
                if fragment.is_made_in(block) {
                    continue;
                }
                let (tiles, of) = (fragment.tiles, fragment.of);
                let tile = self.device_matrix(key).ok_or_else(lacking)?;
                let from = self.words_place(tiles)?;
                let words = self.words_of_tile(&from, of, tile)?;
                if let Some(frame) = self.frames.last_mut() {
                    frame.words.insert((key, place), words);
                }
            }
            let frame = self.frames.last_mut().ok_or_else(lacking)?;
            let words = frame.words.get(&(key, place)).ok_or_else(lacking)?;
            let fragment = frame.forms.fragments.get(&key).ok_or_else(lacking)?;
            for &(id, number) in &fragment.words {
                let slot = id.0.checked_sub(frame.body.first_value);
                let slot = slot.and_then(|local| frame.values.get_mut(local as usize));
                let (Some(slot), Some(&word)) = (slot, words.get(number)) else {
                    return Err(lacking());
                };
                *slot = Some(word);
            }
        }
        Ok(())
    }

    /// What a phi of matrices takes: a tile, zeros, or what is not defined.
    pub fn tile_for_phi(&mut self, phi: bc::ValueId, id: bc::ValueId) -> Result<Value> {
        if let Some(tile) = self.device_matrix(id) {
            return Ok(tile);
        }
        let fragment = self
            .frames
            .last()
            .and_then(|frame| frame.forms.fragments.get(&phi));
        let tiles = fragment.map(|fragment| fragment.tiles);
        let tiles = tiles.ok_or_else(|| Error::internal("a phi of matrices that are none"))?;
        let (value, place) = (self.value(id)?, self.words_place(tiles)?);
        match (self.module.is_undef(value), self.module.const_bits(value)) {
            (true, _) => Ok(self.module.undef(place.tile)),
            (false, Some(0)) => Ok(self.filled_tile(&place)),
            _ => Err(Error::internal("words for a phi of matrices of the device")),
        }
    }

    /// Whether all words of a matrix are 0.
    pub fn are_zero(&self, words: &Words) -> bool {
        words.iter().all(|&word| self.module.const_bits(word) == Some(0))
    }

    /// A matrix of the device of which each element is 0.
    pub fn filled_tile(&mut self, place: &WordsPlace) -> Value {
        let zero = match place.format.is_float() {
            true => self.module.null(Type::F32),
            false => self.module.i32(0),
        };
        self.emit(Op::MatrixFill, Flags::NONE, place.tile, &[zero])
    }
}
