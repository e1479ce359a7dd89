//! Functions: blocks, instructions, terminators and their values, into a [`Body`].

use super::body::Body;
use super::lexer::Token;
use super::{Parser, Result, named};
use crate::entity::ListRef;
use crate::ir::function::{
    Block, BlockData, Edge, Func, Function, Global, Hint, Inst, InstData, Merge, Terminator, Value,
};
use crate::ir::op::{Flags, Op};
use crate::ir::types::Type;

impl Parser<'_> {
    pub(super) fn function(&mut self) -> Result<()> {
        let start = self.start;
        let position = self.position;
        let number = self.prefixed("func")?;
        self.in_order(position, number, self.module.functions.len(), "functions")?;
        let name = self.optional_text()?.unwrap_or_default();
        let apart = self.accept_word("apart")?;
        let ret = self.ty()?;
        self.mark('{')?;
        self.line_end()?;
        let mut function = Function::new(name, ret);
        function.apart = apart;
        let mut body = Body::default();
        // Whether the last block still lacks its terminator.
        let mut open = false;
        loop {
            match self.token {
                Token::LineEnd => {
                    self.advance()?;
                    continue;
                }
                Token::Mark('}') => {
                    if open {
                        return self.error("the last block has no terminator");
                    }
                    self.advance()?;
                    break;
                }
                Token::Word("locals") if body.blocks.is_empty() => {
                    self.advance()?;
                    self.locals(&mut function)?;
                }
                Token::Word(word) if is_label(word) => {
                    if open {
                        return self.error("the block above has no terminator");
                    }
                    self.label(&mut body)?;
                    open = true;
                }
                Token::Word(_) | Token::Id('%', _) => {
                    if !open && self.debug_value(&mut body)? {
                        // Of the function as a whole.
                    } else if !open {
                        return self.error("this instruction is in no block");
                    } else {
                        open = !self.instruction(&mut body)?;
                    }
                }
                _ => return self.expected("an instruction, a block or `}`"),
            }
            self.line_end()?;
        }
        self.finish(body, self.start - start, &mut function)?;
        let _: Func = self.module.functions.push(function);
        Ok(())
    }

    pub(super) fn locals(&mut self, function: &mut Function) -> Result<()> {
        loop {
            function.locals.push(self.global_id()?);
            if !self.accept_mark(',')? {
                return Ok(());
            }
        }
    }

    pub(super) fn global_id(&mut self) -> Result<Global> {
        let position = self.position;
        let number = self.id('@')?;
        if (number as usize) < self.module.globals.len() {
            Ok(Global(number))
        } else {
            self.error_at(position, format!("no global `@{number}` is declared above"))
        }
    }

    /// `bb2(%5: i32, %6: f32):`
    pub(super) fn label(&mut self, body: &mut Body) -> Result<()> {
        let position = self.position;
        let number = self.prefixed("bb")?;
        if body.labels.insert(number, body.blocks.len() as u32).is_some() {
            return self.error_at(position, format!("there are two blocks `bb{number}`"));
        }
        body.wanted_labels.remove(&number);
        let mut block = BlockData::default();
        if self.accept_mark('(')? {
            loop {
                let (id, name, ty) = self.result(body)?;
                let source = self.source()?;
                block.params.push(body.add(
                    InstData {
                        op: Op::Param,
                        flags: Flags::NONE,
                        ty,
                        args: ListRef::EMPTY,
                        imm: 0,
                        source,
                    },
                    Some(id),
                    name,
                ));
                if !self.accept_mark(',')? {
                    break;
                }
            }
            self.mark(')')?;
        }
        self.mark(':')?;
        body.blocks.push((number, block));
        Ok(())
    }

    /// `%5 "name": i32`
    pub(super) fn result(&mut self, body: &mut Body) -> Result<(u32, Option<String>, Type)> {
        let position = self.position;
        let id = self.id('%')?;
        if id >= 1 << 30 {
            return self.error_at(position, "value ids have at most 30 bits");
        }
        if body.defined.contains_key(&id) {
            return self.error_at(position, format!("`%{id}` is defined twice"));
        }
        let name = self.optional_text()?;
        self.mark(':')?;
        let position = self.position;
        let ty = self.ty()?;
        if ty == Type::VOID {
            return self.error_at(position, "an instruction without result has no id");
        }
        // Reserved at once: a parameter list or an instruction may not define it again.
        body.defined.insert(id, u32::MAX);
        Ok((id, name, ty))
    }

    /// An instruction, a terminator, or what stands before a terminator. Gives whether the block ends.
    pub(super) fn instruction(&mut self, body: &mut Body) -> Result<bool> {
        let mut target = None;
        if matches!(self.token, Token::Id('%', _)) {
            target = Some(self.result(body)?);
            self.mark('=')?;
        }
        let position = self.position;
        let word = self.word("an operation")?;
        if target.is_none() {
            if let Some(terminator) = self.terminator(body, word)? {
                let source = self.source()?;
                if let Some((_, block)) = body.blocks.last_mut() {
                    block.terminator = terminator;
                    block.source = source;
                }
                return Ok(true);
            }
            if self.header(body, word)? {
                return Ok(false);
            }
        }
        let Some((op, flags)) = operation(word) else {
            return self.error_at(position, format!("unknown operation `{word}`"));
        };
        let start = body.pool.len();
        if matches!(
            self.token,
            Token::Id('%' | '@' | '$', _) | Token::Word(_) | Token::Mark('<' | '[' | '{')
        ) {
            self.values(body)?;
        }
        let args = ListRef {
            start: start as u32,
            len: (body.pool.len() - start) as u32,
        };
        let imm = match self.token {
            Token::Id('#', imm) => {
                self.advance()?;
                imm
            }
            _ => 0,
        };
        let source = self.source()?;
        let (id, name, ty) = match target {
            Some((id, name, ty)) => (Some(id), name, ty),
            None => (None, None, Type::VOID),
        };
        let data = InstData {
            op,
            flags,
            ty,
            args,
            imm,
            source,
        };
        let inst = body.add(data, id, name);
        if let Some((_, block)) = body.blocks.last_mut() {
            block.insts.push(inst);
        }
        Ok(false)
    }

    /// Merge information and hints of the block that is being read.
    pub(super) fn header(&mut self, body: &mut Body, word: &str) -> Result<bool> {
        let merge = match word {
            "selection_merge" => Merge::Selection {
                merge: self.block_id(body)?,
            },
            "loop_merge" => {
                let merge = self.block_id(body)?;
                self.mark(',')?;
                let continue_target = self.block_id(body)?;
                Merge::Loop {
                    merge,
                    continue_target,
                }
            }
            "hint" => {
                let all = [
                    Hint::None,
                    Hint::Flatten,
                    Hint::DontFlatten,
                    Hint::Unroll,
                    Hint::DontUnroll,
                ];
                let hint = self.known("a hint", |word| named(word, all))?;
                if let Some((_, block)) = body.blocks.last_mut() {
                    block.hint = hint;
                }
                return Ok(true);
            }
            _ => return Ok(false),
        };
        if let Some((_, block)) = body.blocks.last_mut() {
            block.merge = Some(merge);
        }
        Ok(true)
    }

    pub(super) fn terminator(&mut self, body: &mut Body, word: &str) -> Result<Option<Terminator>> {
        Ok(Some(match word {
            "br" => Terminator::Branch(self.edge(body)?),
            "condbr" => {
                let condition = self.value(body)?;
                self.mark(',')?;
                let if_true = self.edge(body)?;
                self.mark(',')?;
                let if_false = self.edge(body)?;
                Terminator::CondBranch {
                    condition,
                    if_true,
                    if_false,
                }
            }
            "switch" => {
                let value = self.value(body)?;
                self.mark(',')?;
                let default = self.edge(body)?;
                let mut cases = Vec::new();
                self.mark('[')?;
                while !self.is_mark(']') {
                    let case = self.number(64)?;
                    self.mark(':')?;
                    cases.push((case, self.edge(body)?));
                    if !self.accept_mark(',')? {
                        break;
                    }
                }
                self.mark(']')?;
                Terminator::Switch {
                    value,
                    default,
                    cases,
                }
            }
            "ret" if matches!(self.token, Token::LineEnd | Token::End | Token::Id('!', _)) => {
                Terminator::Return(None)
            }
            "ret" => Terminator::Return(Some(self.value(body)?)),
            "unreachable" => Terminator::Unreachable,
            _ => return Ok(None),
        }))
    }

    pub(super) fn block_id(&mut self, body: &mut Body) -> Result<Block> {
        let position = self.position;
        let number = self.prefixed("bb")?;
        if !body.labels.contains_key(&number) {
            body.wanted_labels.entry(number).or_insert(position);
        }
        Ok(Block(number))
    }

    pub(super) fn edge(&mut self, body: &mut Body) -> Result<Edge> {
        let block = self.block_id(body)?;
        let start = body.pool.len();
        if self.accept_mark('(')? {
            self.values(body)?;
            self.mark(')')?;
        }
        Ok(Edge {
            block,
            args: ListRef {
                start: start as u32,
                len: (body.pool.len() - start) as u32,
            },
        })
    }

    /// At least one value, into the pool.
    pub(super) fn values(&mut self, body: &mut Body) -> Result<()> {
        loop {
            let value = self.value(body)?;
            body.pool.push(value);
            if !self.accept_mark(',')? {
                return Ok(());
            }
        }
    }

    pub(super) fn value(&mut self, body: &mut Body) -> Result<Value> {
        match self.token {
            Token::Id('%', id) => {
                if id >= 1 << 30 {
                    return self.error("value ids have at most 30 bits");
                }
                if !body.defined.contains_key(&id) {
                    body.wanted.entry(id).or_insert(self.position);
                }
                self.advance()?;
                Ok(Inst(id).into())
            }
            Token::Id('@', _) => self.global_id().map(Value::from),
            _ => {
                let ty = self.ty()?;
                self.constant(ty, 0).map(Value::from)
            }
        }
    }
}

/// Whether a word is `bb` with a number.
fn is_label(word: &str) -> bool {
    word.strip_prefix("bb")
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// Operation and flags of a word like `fadd.precise`.
fn operation(word: &str) -> Option<(Op, Flags)> {
    let mut name = word;
    let mut flags = Flags::NONE;
    loop {
        if let Some(op) = Op::from_name(name) {
            return Some((op, flags));
        }
        let (rest, last) = name.rsplit_once('.')?;
        let &(flag, _) = Flags::NAMES.iter().find(|(_, text)| *text == last)?;
        flags = flags.with(flag);
        name = rest;
    }
}
