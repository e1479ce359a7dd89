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
//! What is a matrix of the device already does not go there again: operands that a product of the same blocks has had, and sums that
//! begin with 0, which are filled. Sums that go from product to product are found once the function is imported
//! ([`ags_sums`](super::ags_sums)), so all of this is taken note of.

use super::Importer;
use super::ags_fragments::{Format, Fragment, LANES, LanePlace, Words};
use super::calls_of_vendors::{DeviceProduct, DeviceProducts, FRAGMENT_WORDS, Piece};
use super::lanes::Lanes;
use super::matrix_cooperative::{Staged, words_key};
use super::matrix_types::{Component, MatrixType, Scope, Tiled, Tiles};
use crate::error::{Error, Result};
use crate::ir::{Block, Flags, MatrixUse, Op, StorageClass, Type, Value};

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
    /// What is known of the device's matrices.
    pub fn of_device(&mut self) -> Result<&mut DeviceProducts> {
        let extensions = self.extensions.as_mut();
        let known = extensions.map(|extensions| &mut extensions.of_device);
        known.ok_or_else(|| Error::internal("a call of an extension that there is none of"))
    }

    /// Where the next instruction will stand.
    fn here(&self) -> (Block, usize) {
        let block = self.cursor.block;
        (block, self.func.blocks[block].insts.len())
    }

    /// What has been made since then; none if it is in several blocks.
    fn piece_since(&self, (block, position): (Block, usize)) -> Option<Piece> {
        let insts = self.func.blocks[block].insts.get(position..)?;
        (block == self.cursor.block).then(|| Piece {
            block,
            insts: insts.to_vec(),
        })
    }

    /// How the device makes a product, and what the elements of A and B are for it: floats of 8 bits are halves, which have all of
    /// their numbers, unless the device has them.
    fn tiled_fragments(
        &mut self,
        [a, b]: [Fragment; 2],
        sum: Component,
    ) -> Result<Option<(Tiled, [Component; 2])>> {
        if self.device_waves() != Some(LANES) {
            return Ok(None);
        }
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
        let mut elements = self.elements(words, of);
        if to.is_float() {
            for value in &mut elements {
                *value = self.float_as(*value, to, false);
            }
        }
        self.words_of_elements(&elements, Fragment { format: to, ..of })
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
        sum: Component,
    ) -> Result<Option<Words>> {
        let [of_a, of_b, _] = of;
        let Some((tiled, components)) = self.tiled_fragments([of_a, of_b], sum)? else {
            return Ok(None);
        };
        let shape = tiled.shape;
        let is_one = tiled.size == [shape.m, shape.k, shape.n];
        if !(is_one || self.has_room(&tiled.tiles(components))?) {
            return Ok(None);
        }
        let made = match is_one {
            true => self.product_of_tiles(words, of, tiled.tiles(components))?,
            false => self.product_by_elements(words, of, &tiled, components)?,
        };
        Ok(Some(made))
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
    ) -> Result<Words> {
        let lane = self.lane_place()?;
        let [_, _, of_c] = of;
        let [a, b, sums] = tiles;
        let places = [
            self.words_place(a)?,
            self.words_place(b)?,
            self.words_place(sums)?,
        ];
        let [.., of_sums] = places;
        let run = self.run_of_blocks();
        let known = &self.of_device()?.operands;
        let kept = [0, 1].map(|which| {
            let known = known.get(&(words[which], places[which].tile));
            let known = known.filter(|(_, of)| *of == run);
            known.map(|&(matrix, _)| matrix)
        });
        let fills = self.are_zero(&words[2]);
        let all_kept = kept.iter().all(Option::is_some);
        let before = self.here();
        if !(fills && all_kept) {
            self.sync(Scope::Wave);
        }
        for which in [0, 1].into_iter().filter(|&which| kept[which].is_none()) {
            self.stage_words(&words[which], of[which], lane, &places[which]);
        }
        let start = self.here();
        if !fills {
            self.stage_words(&words[2], of_c, lane, &of_sums);
        }
        let mut staged = self.piece_since(start);
        if !(fills && all_kept) {
            self.sync(Scope::Wave);
        }
        if all_kept {
            // The barriers are for the sums alone.
            staged = self.piece_since(before);
        }
        let first = match fills {
            true => self.filled_tile(&of_sums),
            false => self.load_words_tile(&of_sums),
        };
        let mut operands = [first; 3];
        for which in [0, 1] {
            operands[which] = match kept[which] {
                Some(matrix) => matrix,
                None => {
                    let matrix = self.load_words_tile(&places[which]);
                    let key = (words[which], places[which].tile);
                    self.of_device()?.operands.insert(key, (matrix, run));
                    matrix
                }
            };
        }
        let made = self.emit(Op::MatrixMulAdd, Flags::NONE, of_sums.tile, &operands);
        let start = self.here();
        self.sync(Scope::Wave);
        self.store_words_tile(&of_sums, made);
        self.sync(Scope::Wave);
        let words_made = self.words_from(&of_sums, of_c, lane);
        let taken = self.piece_since(start);
        let staged = staged.filter(|_| !fills).zip(first.as_inst());
        self.of_device()?.made.push(DeviceProduct {
            starts: words[2],
            staged,
            sums: made,
            words: words_made,
            exact: of_c.format == of_sums.format,
            taken,
            tiles: sums,
        });
        Ok(words_made)
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
