//! What of a text can be folded: functions, blocks, runs of declarations of one kind.

/// What a text is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Hlsl,
    Dxil,
    Ir,
    Spirv,
}

/// Lines of a run of declarations that are worth a fold.
const RUN: usize = 4;

/// Ranges of lines from 0, both ends included: the first stays when the rest is folded away. Outer ones come before those
/// within. With each, whether it is folded at first.
pub fn folds(language: Language, text: &str) -> Vec<(usize, usize, bool)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = match language {
        Language::Hlsl => braces(&lines),
        _ => functions(language, &lines),
    };
    let mut out: Vec<(usize, usize, bool)> =
        out.drain(..).map(|(first, last)| (first, last, false)).collect();
    out.extend(
        runs(language, &lines)
            .into_iter()
            .map(|(first, last)| (first, last, true)),
    );
    out.retain(|(first, last, _)| last > first);
    out.sort_by_key(|&(first, last, _)| (first, std::cmp::Reverse(last)));
    out.dedup_by_key(|(first, ..)| *first);
    out
}

/// From each line that opens a brace to the one that closes it.
fn braces(lines: &[&str]) -> Vec<(usize, usize)> {
    let (mut open, mut out) = (Vec::new(), Vec::new());
    for (number, line) in lines.iter().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        for c in code.chars() {
            match c {
                '{' => open.push(number),
                '}' => out.extend(open.pop().map(|first| (first, number))),
                _ => {}
            }
        }
    }
    out
}

/// Functions, and the blocks in them.
fn functions(language: Language, lines: &[&str]) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let (mut function, mut block) = (None, None);
    for (number, line) in lines.iter().enumerate() {
        let (starts, label, ends) = match language {
            Language::Spirv => {
                let op = opcode(line);
                (op == "OpFunction", op == "OpLabel", op == "OpFunctionEnd")
            }
            _ => (
                line.starts_with("define ") || line.starts_with("function "),
                line.starts_with("bb"),
                *line == "}",
            ),
        };
        if starts {
            function = Some(number);
        }
        if label || ends {
            out.extend(block.take().map(|first| (first, number - 1)));
        }
        if label && function.is_some() {
            block = Some(number);
        }
        if ends {
            out.extend(function.take().map(|first| (first, number)));
        }
    }
    out
}

/// Declarations of one kind that follow each other.
fn runs(language: Language, lines: &[&str]) -> Vec<(usize, usize)> {
    let kind = |line: &str| -> &'static str {
        match language {
            Language::Hlsl => "",
            Language::Spirv => {
                let op = opcode(line);
                let is = |start: &&&str| op.starts_with(**start);
                const KINDS: [&str; 8] = [
                    "OpCapability",
                    "OpExecutionMode",
                    "OpString",
                    "OpName",
                    "OpMemberName",
                    "OpDecorate",
                    "OpMemberDecorate",
                    "OpType",
                ];
                KINDS.iter().find(is).copied().unwrap_or(match op {
                    _ if op.starts_with("OpConstant") || op.starts_with("OpSpecConstant") => "OpConstant",
                    _ => "",
                })
            }
            // What variables hold: no code.
            Language::Dxil if line.trim_start().starts_with("call void @llvm.dbg.") => "dbg",
            _ => match line.split([' ', '.']).next().unwrap_or_default() {
                "declare" => "declare",
                "attributes" => "attributes",
                "resource" => "resource",
                "struct" => "struct",
                "global" => "global",
                "input" => "input",
                "output" => "output",
                word if word.starts_with('!') => "!",
                word if word.starts_with('$') => "$",
                _ => "",
            },
        }
    };
    let (mut out, mut first) = (Vec::new(), 0);
    let mut last = "";
    for (number, line) in lines.iter().enumerate().chain([(lines.len(), &"")]) {
        let now = kind(line);
        if now != last {
            if !last.is_empty() && number - first >= RUN {
                out.push((first, number - 1));
            }
            (first, last) = (number, now);
        }
    }
    out
}

/// The operation of a line of SPIR-V.
fn opcode(line: &str) -> &str {
    let mut words = line.split_whitespace();
    match words.next() {
        Some(word) if word.starts_with('%') => words.nth(1).unwrap_or_default(),
        word => word.unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_blocks_and_runs() {
        let ir = "shader\nstruct a\nstruct b\nstruct c\nstruct d\nfunction f {\nbb0:\n  x\n  br bb1\nbb1:\n  ret\n}\n";
        assert_eq!(
            folds(Language::Ir, ir),
            [(1, 4, true), (5, 11, false), (6, 8, false), (9, 10, false)]
        );
        let dbg = "  call void @llvm.dbg.value(i64 0)\n".repeat(4);
        let dxil = format!("define void @main() {{\nbb0:\n  %1 = add\n{dbg}  ret void\n}}\n");
        assert_eq!(
            folds(Language::Dxil, &dxil),
            [(0, 8, false), (1, 7, false), (3, 6, true)]
        );
        let spirv = "OpCapability A\n%f = OpFunction %v\n%1 = OpLabel\nOpReturn\nOpFunctionEnd\n";
        assert_eq!(folds(Language::Spirv, spirv), [(1, 4, false), (2, 3, false)]);
        assert_eq!(
            folds(Language::Hlsl, "f() {\n // }\n{\n}\n}\n}"),
            [(0, 4, false), (2, 3, false)]
        );
    }
}
