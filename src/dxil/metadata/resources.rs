//! Resource lists of an entry point or a library to [`Resource`]s ("Shader resources").

use super::node::{Budget, Node};
use crate::bitcode::module::{Constant, Module, Type, TypeId, ValueId, ValueKind};
use crate::dxil::program::ResourceSymbol;
use crate::entity::IdVec;
use crate::error::Result;
use crate::limits;
use crate::shader::{ComponentType, Resource, ResourceClass, ResourceId, ResourceKind};

/// Reads `!{SRVs, UAVs, constant buffers, samplers}`, each list in id order.
pub(super) fn read(
    node: Node<'_>,
    budget: &mut Budget,
) -> Result<(Vec<Resource>, IdVec<ResourceId, ResourceSymbol>)> {
    let mut resources: Vec<Resource> = Vec::new();
    let mut symbols: IdVec<ResourceId, ResourceSymbol> = IdVec::new();
    let lists = [
        (ResourceClass::Srv, "SRV"),
        (ResourceClass::Uav, "UAV"),
        (ResourceClass::Cbv, "constant buffer"),
        (ResourceClass::Sampler, "sampler"),
    ];
    for (index, (class, what)) in lists.into_iter().enumerate() {
        let Some(list) = node.node(index, "resource list")? else {
            continue;
        };
        let first = resources.len();
        for entry in list.children(what) {
            budget.item()?;
            let (resource, symbol) = resource(entry?, class, budget)?;
            resources.push(resource);
            symbols.push(symbol);
        }
        let of_class = resources.get(first..).unwrap_or_default();
        if !of_class.is_sorted_by_key(|resource| resource.id) {
            let mut pairs: Vec<_> = resources
                .drain(first..)
                .zip(symbols.values().skip(first).copied())
                .collect();
            pairs.sort_by_key(|(resource, _)| resource.id);
            symbols.resize(first, ResourceSymbol::default());
            for (resource, symbol) in pairs {
                resources.push(resource);
                symbols.push(symbol);
            }
        }
        let of_class = resources.get(first..).unwrap_or_default();
        let duplicate = of_class
            .windows(2)
            .find(|pair| matches!(pair, [a, b] if a.id == b.id));
        if let Some([resource, ..]) = duplicate {
            return Err(list.malformed(format_args!("{what} id {} occurs twice", resource.id)));
        }
    }
    Ok((resources, symbols))
}

/// `!{id, symbol, name, space, lower bound, count, ...}`, then what the class adds.
fn resource(node: Node<'_>, class: ResourceClass, budget: &mut Budget) -> Result<(Resource, ResourceSymbol)> {
    let name = node.string(2)?;
    let lower = node.u32(4)?;
    // Mesa writes arrays without a size as ranges of none.
    let count = match node.u32(5)? {
        0 | u32::MAX => None,
        count => Some(count),
    };
    // Without a register, in a library that is to be linked, the first is the last there is.
    if lower != u32::MAX && count.is_some_and(|count| lower.checked_add(count - 1).is_none()) {
        return Err(node.malformed(format_args!(
            "{name:?}: {} registers from {lower} on do not exist",
            count.unwrap_or(0)
        )));
    }
    let mut resource = Resource {
        class,
        id: node.u32(0)?,
        name: budget.text(name)?,
        space: node.u32(3)?,
        lower,
        count,
        ..Resource::default()
    };
    let extended = match class {
        ResourceClass::Srv => {
            resource.kind = kind(node, 6, name)?;
            resource.samples = node.u32(7)?;
            8
        }
        ResourceClass::Uav => {
            resource.kind = kind(node, 6, name)?;
            resource.globally_coherent = node.bool(7)?;
            resource.has_counter = node.bool(8)?;
            resource.rasterizer_ordered = node.bool(9)?;
            10
        }
        ResourceClass::Cbv => {
            resource.kind = ResourceKind::CBuffer;
            resource.cbuffer_size = node.u32(6)?;
            7
        }
        ResourceClass::Sampler => {
            resource.kind = ResourceKind::Sampler;
            resource.comparison_sampler = match node.u32(6)? {
                0 | 2 => false,
                1 => true,
                other => {
                    return Err(node.unsupported(format_args!("{name:?}: sampler kind {other} is not known")));
                }
            };
            7
        }
    };
    if let Some(extended) = node.node(extended, "extended properties of a resource")? {
        extend(extended, &mut resource)?;
    }
    let symbol = match node.value(1)? {
        Some((id, _)) => symbol(node.module, id, &mut resource),
        None => ResourceSymbol::default(),
    };
    Ok((resource, symbol))
}

fn kind(node: Node<'_>, index: usize, name: &str) -> Result<ResourceKind> {
    let number = node.u32(index)?;
    match ResourceKind::from_number(number) {
        None | Some(ResourceKind::Invalid) => {
            Err(node.unsupported(format_args!("{name:?}: resource kind {number} is not known")))
        }
        Some(kind) => Ok(kind),
    }
}

/// Extended properties: tags and values.
fn extend(node: Node<'_>, resource: &mut Resource) -> Result<()> {
    for tag in node.tags()? {
        let (tag, at) = tag?;
        match (resource.class, tag) {
            (ResourceClass::Srv | ResourceClass::Uav, 0) => {
                let number = node.u32(at)?;
                resource.component = ComponentType::from_number(number).ok_or_else(|| {
                    node.unsupported(format_args!(
                        "{:?}: component type {number} is not known",
                        resource.name
                    ))
                })?;
            }
            (ResourceClass::Srv | ResourceClass::Uav, 1) => resource.stride = node.u32(at)?,
            (ResourceClass::Uav, 2) => resource.feedback = Some(node.u32(at)?),
            (ResourceClass::Uav, 3) => resource.atomic64 = node.bool(at)?,
            (ResourceClass::Uav, 4) => resource.reorder_coherent = node.bool(at)?,
            (ResourceClass::Cbv, 0) => {
                if node.bool(at)? {
                    resource.kind = ResourceKind::TBuffer;
                }
            }
            _ => {
                return Err(node.unsupported(format_args!(
                    "{:?}: extended property {tag} is not known",
                    resource.name
                )));
            }
        }
    }
    Ok(())
}

/// The symbol, from whose type it takes what the metadata proper does not say. A symbol that tells nothing is no
/// error: nothing depends on it.
fn symbol(module: &Module, id: ValueId, resource: &mut Resource) -> ResourceSymbol {
    let mut symbol = ResourceSymbol::default();
    let Some(value) = module.values.get(id) else {
        return symbol;
    };
    symbol.value = Some(id);
    // Since SM 6.6 a library's symbol is `bitcast (handle* @symbol to type*)`.
    if let ValueKind::Constant(Constant::Cast { value, .. }) = value.kind {
        symbol.value = Some(value);
    }
    let Some(declared) = declared_type(module, value.ty) else {
        return symbol;
    };
    // A constant buffer's declared type is its contents; elsewhere it is an HLSL object, `class.X<T>`, whose
    // first member has the type T.
    let element = match (resource.class, module.types.get(declared)) {
        (ResourceClass::Cbv, _) => Some(declared),
        (ResourceClass::Sampler, _) => None,
        (_, Some(Type::Struct { members, .. })) => module.type_list(*members).first().copied(),
        _ => None,
    };
    symbol.element_type = element;
    if let (ResourceKind::StructuredBuffer, Some(Type::Struct { name, .. })) =
        (resource.kind, module.types.get(declared))
    {
        resource.component = min_precision(module.text(*name));
    }
    let typed = resource.kind.is_texture() || resource.kind == ResourceKind::TypedBuffer;
    if let (true, Some(element)) = (typed, element) {
        resource.components = components(module, element).unwrap_or(4);
    }
    symbol
}

/// The component type of a structured buffer that is declared as `name` and holds integers of minimum precision, whose
/// sign stands nowhere else: `class.RWStructuredBuffer<min16int>`, `<vector<min16uint, 2> >`; else `Invalid`.
fn min_precision(name: &str) -> ComponentType {
    // Searching for a text takes more code than all the rest of this.
    let element = match name.split_once('<') {
        Some((class, element)) if class.ends_with("StructuredBuffer") => element,
        _ => "",
    };
    let element = element.strip_prefix("vector<").unwrap_or(element);
    let is = |ty: &str| {
        let rest = element.strip_prefix(ty);
        rest.is_some_and(|rest| rest.starts_with(['>', ',']))
    };
    if is("min16uint") {
        ComponentType::U16
    } else if is("min16int") || is("min12int") {
        ComponentType::I16
    } else {
        ComponentType::Invalid
    }
}

/// What a symbol of pointer type declares, arrays of resources peeled off.
fn declared_type(module: &Module, ty: TypeId) -> Option<TypeId> {
    let mut ty = match module.types.get(ty)? {
        Type::Pointer { pointee, .. } => *pointee,
        _ => ty,
    };
    for _ in 0..limits::MAX_TYPE_NESTING {
        match module.types.get(ty)? {
            Type::Array { element, .. } => ty = *element,
            _ => return Some(ty),
        }
    }
    None
}

/// How many scalars a typed resource's element has, none when it is no such element.
fn components(module: &Module, ty: TypeId) -> Option<u32> {
    let mut count: u32 = 0;
    let mut pending = vec![(ty, 1)];
    // An element has at most 4 components, so its type is small; the bound also ends types that contain themselves.
    for _ in 0..limits::MAX_TYPE_NESTING {
        let Some((ty, times)) = pending.pop() else {
            break;
        };
        match module.types.get(ty)? {
            Type::Half | Type::Float | Type::Double | Type::Int(_) => count = count.checked_add(times)?,
            Type::Vector { len, .. } => count = count.checked_add(times.checked_mul(*len)?)?,
            Type::Array { element, len } => {
                let len = u32::try_from(*len).ok()?;
                pending.push((*element, times.checked_mul(len)?));
            }
            Type::Struct { members, .. } => {
                let members = module.type_list(*members);
                pending.extend(members.iter().take(5).map(|&member| (member, times)));
            }
            _ => return None,
        }
    }
    (pending.is_empty() && (1..=4).contains(&count)).then_some(count)
}
