//! What of a translation is kept as a snapshot: its disassembly, in one of three forms by its length.
//!
//! Short ones are kept as they are. In long ones, which are read as differences, ids say where they are defined: in
//! the disassembly one more instruction would change the number of everything behind it, and a reviewer could not
//! see what else did.
//!
//! ```text
//! %main = OpFunction %void None %g0
//! %b0 = OpLabel
//! %0.0 = OpLoad %uint %g1                  value 0 of block 0, %g1 a type, constant or variable without a name
//! OpSelectionMerge %b2 None
//! OpBranchConditional %0.3 %b1 %b2
//! ```
//!
//! Constants and pointer types are left out where their name says all.
//!
//! Beyond [`WHOLE_BYTES`], which only `big/scale_50k` reaches, the text is cut behind its first blocks. For each further
//! group of blocks a line says what they have, with a hash of their text, so that no change is missed and a reviewer
//! sees where it is. That shader is `big/scale_1k`, which is kept whole, with its loop unrolled fifty times as often:
//! what two megabytes of text would show of a change, that one shows.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// Disassembly up to this length is kept as it is.
pub const PLAIN_BYTES: usize = 12_000;
/// Up to this length, all is kept in the form of long ones.
pub const WHOLE_BYTES: usize = 1_500_000;
/// How many blocks are kept of what is longer, and how many share a line of what follows.
const HEAD: usize = 96;
const GROUP: usize = 96;

/// The text to keep for a module with this disassembly.
pub fn text(disassembly: String) -> String {
    if disassembly.len() <= PLAIN_BYTES {
        return disassembly;
    }
    let lines: Vec<&str> = disassembly.lines().map(str::trim_start).collect();
    let names = Names::new(&lines);
    let lines: Vec<String> = (lines.iter().filter(|line| !is_noise(line)))
        .map(|line| names.apply(line))
        .collect();
    let mut head = lines.as_slice();
    let mut rest: &[String] = &[];
    if disassembly.len() > WHOLE_BYTES
        && let Some((end, _)) = labels(&lines).nth(HEAD)
    {
        (head, rest) = lines.split_at(end);
    }
    let mut text = String::with_capacity(disassembly.len() / 2);
    for line in head {
        text.push_str(line);
        text.push('\n');
    }
    let starts: Vec<usize> = labels(rest).map(|(start, _)| start).step_by(GROUP).collect();
    for (number, &start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(rest.len());
        let _ = writeln!(text, "{}", summary(&rest[start..end]));
    }
    text
}

/// The lines with labels, with their places.
fn labels(lines: &[String]) -> impl Iterator<Item = (usize, &String)> {
    lines
        .iter()
        .enumerate()
        .filter(|(_, line)| opcode(line) == "OpLabel")
}

/// Whether a line says nothing that other lines do not: the number of ids, constants and pointer types named for what
/// they are.
fn is_noise(line: &str) -> bool {
    let id = line.split_once(" = ").map_or("", |(id, _)| id);
    match opcode(line) {
        "OpConstant" => !is_number(id),
        "OpTypePointer" => id.starts_with("%_ptr_"),
        _ => line.starts_with("; Bound:"),
    }
}

/// The operation of a line, empty for a comment.
fn opcode(line: &str) -> &str {
    let code = line.split_once(" = ").map_or(line, |(_, code)| code);
    let word = code.split(' ').next().unwrap_or("");
    if word.starts_with("Op") { word } else { "" }
}

/// `%b96 to %b191: 900 OpFAdd, 334 OpFMul, 96 OpLabel; hash 0123456789abcdef`
fn summary(lines: &[String]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for line in lines {
        *counts.entry(opcode(line)).or_default() += 1;
    }
    let counts: Vec<String> = counts
        .iter()
        .map(|(code, count)| format!("{count} {code}"))
        .collect();
    let ids: Vec<&str> = labels(lines)
        .filter_map(|(_, line)| Some(line.split_once(" = ")?.0))
        .collect();
    let (first, last) = (ids.first().unwrap_or(&""), ids.last().unwrap_or(&""));
    let hash = dxil2spirv::container::fnv1_64(lines.join("\n").as_bytes());
    format!("{first} to {last}: {}; hash {hash:016x}", counts.join(", "))
}

/// New names of ids that are numbers.
struct Names<'t> {
    names: HashMap<&'t str, String>,
}

/// Whether a word is an id that is a number.
fn is_number(word: &str) -> bool {
    word.strip_prefix('%')
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

impl<'t> Names<'t> {
    fn new(lines: &[&'t str]) -> Self {
        let mut names: HashMap<&str, String> = HashMap::new();
        let (mut block, mut value, mut blocks) = (0, 0, 0);
        let mut in_function = false;
        for line in lines {
            let Some((id, _)) = line.split_once(" = ") else {
                in_function &= opcode(line) != "OpFunctionEnd";
                continue;
            };
            in_function |= opcode(line) == "OpFunction";
            if opcode(line) == "OpLabel" {
                block = blocks;
                blocks += 1;
                value = 0;
            }
            if in_function && is_number(id) {
                let name = match opcode(line) {
                    "OpLabel" => format!("%b{block}"),
                    "OpFunction" => continue,
                    _ => {
                        value += 1;
                        format!("%{block}.{}", value - 1)
                    }
                };
                names.insert(id, name);
            }
        }
        // What is left are types, constants, variables and functions, in the order in which the text comes to them.
        let mut globals = 0;
        for word in lines.iter().flat_map(|line| line.split(' ')) {
            if is_number(word) && !names.contains_key(word) {
                names.insert(word, format!("%g{globals}"));
                globals += 1;
            }
        }
        Self { names }
    }

    fn apply(&self, line: &str) -> String {
        // Names of the source, which may look like ids, are in quotes.
        let (first, last) = match (line.find('"'), line.rfind('"')) {
            (Some(first), Some(last)) => (first, last),
            _ => (line.len(), line.len()),
        };
        let renamed = |code: &str| {
            let words: Vec<&str> = code
                .split(' ')
                .map(|word| self.names.get(word).map_or(word, String::as_str))
                .collect();
            words.join(" ")
        };
        renamed(&line[..first]) + &line[first..last] + &renamed(&line[last..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module with `count` additions in its block, behind a load whose id is `first`.
    fn module(first: u32, count: u32) -> String {
        let mut text = String::from("; SPIR-V\n               OpName %main \"%7 \"\n");
        for n in 0..400 {
            let _ = writeln!(text, "               OpDecorate %{n} Binding {n}");
        }
        let _ = writeln!(
            text,
            "       %main = OpFunction %void None %3\n        %900 = OpLabel"
        );
        let _ = writeln!(text, "        %{first} = OpLoad %uint %5");
        for n in 1..=count {
            let _ = writeln!(
                text,
                "        %{} = OpIAdd %uint %{} %5",
                first + n,
                first + n - 1
            );
        }
        text + "               OpReturn\n               OpFunctionEnd\n"
    }

    #[test]
    fn long_texts_name_values_by_their_block() {
        let kept = text(module(1000, 3));
        assert!(kept.contains("\nOpName %main \"%7 \"\n"), "{kept}");
        let body = "%b0 = OpLabel\n%0.0 = OpLoad %uint %g5\n%0.1 = OpIAdd %uint %0.0 %g5\n";
        assert!(kept.contains(body), "{kept}");
        // Numbers of the module do not matter.
        assert_eq!(kept, text(module(2000, 3)));
        assert_ne!(kept, text(module(1000, 4)));
        assert_eq!(kept.lines().count(), module(1000, 3).lines().count());
    }

    #[test]
    fn short_texts_stay_and_the_longest_are_cut() {
        assert_eq!(text("  OpNop\n".to_owned()), "  OpNop\n");
        let mut long =
            module(10_000, 3).replace("               OpReturn\n               OpFunctionEnd\n", "");
        for n in 0..20_000 {
            let _ = writeln!(long, "               OpBranch %{n}1\n         %{n}1 = OpLabel");
            let _ = writeln!(long, "         %{n}2 = OpIAdd %uint %10000 %5");
        }
        long += "               OpReturn\n               OpFunctionEnd\n";
        assert!(long.len() > WHOLE_BYTES);
        let kept = text(long.clone());
        assert!(
            kept.contains("\n%95.0 = OpIAdd %uint %0.0 %g5\nOpBranch %b96\n%b96 to %b191: 96 OpBranch, "),
            "{kept}"
        );
        assert!(kept.len() < 60_000, "{}", kept.len());
        // A change in what is cut shows, in one line.
        let changed = text(long.replace("%70002 = OpIAdd %uint %10000", "%70002 = OpIAdd %uint %10001"));
        let differ = kept.lines().zip(changed.lines()).filter(|(a, b)| a != b);
        assert_eq!(differ.count(), 1);
    }
}
