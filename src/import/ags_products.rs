//! Products of AMD's matrices by the device's (`VK_KHR_cooperative_matrix`), where the option `cooperative_matrices` lists their
//! shape.
//!
//! The words that lanes have of a matrix go to the device's by way of groupshared memory, and back, since nothing tells how a
//! device deals components out:
//!
//! ```text
//! barrier of the wave;  elements of A, B, C to a[16][K], b[K][16], c[16][16];  barrier
//! sums = muladd (load a) (load b) (load c)
//! barrier;  store c = sums;  barrier;  elements of the result from c; their words
//! ```
//!
//! What is a matrix of the device already does not go there again: operands that a product of the same blocks has had, and sums that
//! begin with 0, which are filled. Sums that go from product to product are found once the function is imported
//! ([`ags_sums`](super::ags_sums)), so all of this is taken note of.

use super::Importer;
use super::ags_fragments::{Fragment, LANES, LanePlace, Words};
use super::calls_of_vendors::{DeviceProduct, DeviceProducts, Piece};
use super::lanes::Lanes;
use super::matrix_cooperative::Staged;
use super::matrix_types::{Component, MatrixType, Scope, Tiled};
use crate::error::{Error, Result};
use crate::ir::{Block, Flags, Op};

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
            if let Some(tiled) = self.tiled(a, b, sum)? {
                return Ok(Some((tiled, [a.component, b.component])));
            }
        }
        Ok(None)
    }

    /// Puts the elements in words of a lane into groupshared memory.
    pub fn stage_words(&mut self, words: &Words, of: Fragment, lane: LanePlace, to: Staged) {
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

    /// Words of `a * b + c` by the device's own matrices, where it has some that fit.
    pub fn product_of_device(
        &mut self,
        words: &[Words; 3],
        of: [Fragment; 3],
        sum: Component,
    ) -> Result<Option<Words>> {
        let [of_a, of_b, of_c] = of;
        let Some((tiled, components)) = self.tiled_fragments([of_a, of_b], sum)? else {
            return Ok(None);
        };
        let lane = self.lane_place()?;
        let places = self.staged_places(&tiled, components)?;
        let [_, _, sums] = places;
        let shape = tiled.shape;
        let [rows, inner, columns] = tiled.size;
        let is_one_tile = [rows, inner, columns] == [shape.m, shape.k, shape.n];
        let run = self.run_of_blocks();
        let known = &self.of_device()?.operands;
        let kept = [0, 1].map(|which| {
            let known = known.get(&(words[which], places[which].tile));
            let known = known.filter(|(_, of)| is_one_tile && *of == run);
            known.map(|&(matrix, _)| matrix)
        });
        let zero = self.module.i32(0);
        let fills = words[2].iter().all(|&word| word == zero);
        let all_kept = kept.iter().all(Option::is_some);
        let before = self.here();
        if !(fills && all_kept) {
            self.sync(Scope::Wave);
        }
        for which in [0, 1].into_iter().filter(|&which| kept[which].is_none()) {
            self.stage_words(&words[which], of[which], lane, places[which]);
        }
        let start = self.here();
        if !fills {
            self.stage_words(&words[2], of_c, lane, sums);
        }
        let mut staged = self.piece_since(start);
        if !(fills && all_kept) {
            self.sync(Scope::Wave);
        }
        if all_kept {
            // The barriers are for the sums alone.
            staged = self.piece_since(before);
        }
        if !is_one_tile {
            self.multiply_staged(&tiled, places, !fills)?;
            self.sync(Scope::Wave);
            return Ok(Some(self.words_of_staged(of_c, lane, sums)));
        }
        let first = match fills {
            true => {
                let zero = self.module.null(sums.element);
                self.emit(Op::MatrixFill, Flags::NONE, sums.tile, &[zero])
            }
            false => self.load_staged_tile(sums, [zero; 2]),
        };
        let mut operands = [first; 3];
        for which in [0, 1] {
            operands[which] = match kept[which] {
                Some(matrix) => matrix,
                None => {
                    let matrix = self.load_staged_tile(places[which], [zero; 2]);
                    let key = (words[which], places[which].tile);
                    self.of_device()?.operands.insert(key, (matrix, run));
                    matrix
                }
            };
        }
        let made = self.emit(Op::MatrixMulAdd, Flags::NONE, sums.tile, &operands);
        let start = self.here();
        self.sync(Scope::Wave);
        self.store_staged_tile(sums, made);
        self.sync(Scope::Wave);
        let words_made = self.words_of_staged(of_c, lane, sums);
        let taken = self.piece_since(start);
        let [_, _, tiles] = tiled.tiles(components);
        let staged = staged.filter(|_| !fills).zip(first.as_inst());
        self.of_device()?.made.push(DeviceProduct {
            starts: words[2],
            staged,
            sums: made,
            words: words_made,
            exact: of_c.format.component() == sum,
            taken,
            tiles,
        });
        Ok(Some(words_made))
    }
}
