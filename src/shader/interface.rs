//! The interface of a stage: which signatures it has, how their elements are arrayed, and the system values that no
//! signature holds.
//!
//! Import, binding plan, lowering and analyses all name a component of the interface by [`SignatureKind`], element id,
//! row and column, and by vertex or primitive where [`EntryPoint::arrayed`] says that there are several.

use super::entry::EntryPoint;
use super::signature::{SemanticKind, SignatureElement};
use super::stage::Stage;
use crate::numbered_enum;

/// A signature of a stage: elements that go in or out together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SignatureKind {
    /// What a vertex, control point or pixel comes in with.
    Input,
    /// What a vertex, control point or pixel goes out with.
    Output,
    /// What belongs to a whole patch: out of a hull shader's patch-constant function, into a domain shader.
    PatchConstant,
    /// What belongs to a whole primitive: out of a mesh shader.
    Primitive,
}

impl SignatureKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Input, Self::Output, Self::PatchConstant, Self::Primitive];

    /// Whether a shader of `stage` gets it rather than makes it.
    pub fn is_input(self, stage: Stage) -> bool {
        match self {
            Self::Input => true,
            Self::PatchConstant => stage == Stage::Domain,
            Self::Output | Self::Primitive => false,
        }
    }
}

/// How the elements of a signature are arrayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Arrayed {
    /// They are not: the shader has one of each.
    #[default]
    No,
    /// One for each of so many vertices or control points.
    PerVertex(u32),
    /// One for each of so many primitives.
    PerPrimitive(u32),
}

impl Arrayed {
    /// How many of each element there are, if they are arrayed.
    pub fn count(self) -> Option<u32> {
        match self {
            Self::No => None,
            Self::PerVertex(count) | Self::PerPrimitive(count) => Some(count),
        }
    }
}

impl EntryPoint {
    /// Whether it is a node of a work graph: a mesh node is of the stage that it draws in.
    pub fn is_node(&self) -> bool {
        self.stage == Stage::Node || self.stage == Stage::Mesh && self.properties.node.is_some()
    }

    /// The elements of a signature, in id order.
    pub fn signature(&self, kind: SignatureKind) -> &[SignatureElement] {
        match kind {
            SignatureKind::Input => &self.inputs,
            SignatureKind::Output => &self.outputs,
            // One place in DXIL: no stage has both.
            SignatureKind::PatchConstant if self.stage != Stage::Mesh => &self.patch_constants,
            SignatureKind::Primitive if self.stage == Stage::Mesh => &self.patch_constants,
            SignatureKind::PatchConstant | SignatureKind::Primitive => &[],
        }
    }

    /// An element of a signature.
    pub fn element(&self, kind: SignatureKind, id: u32) -> Option<&SignatureElement> {
        self.signature(kind).get(id as usize)
    }

    /// How the elements of a signature are arrayed. (Those inputs of a pixel shader that it reads at single vertices are
    /// arrays too; its code says which.)
    pub fn arrayed(&self, kind: SignatureKind) -> Arrayed {
        let properties = &self.properties;
        let vertices = match (self.stage, kind) {
            (Stage::Hull, SignatureKind::Input) => {
                properties.hull.as_ref().map(|hull| hull.input_control_points)
            }
            (Stage::Hull, SignatureKind::Output) => {
                properties.hull.as_ref().map(|hull| hull.output_control_points)
            }
            (Stage::Domain, SignatureKind::Input) => properties.domain.map(|[_, points]| points),
            (Stage::Geometry, SignatureKind::Input) => {
                let geometry = properties.geometry;
                geometry.and_then(|[primitive, ..]| primitive_vertices(primitive))
            }
            (Stage::Mesh, SignatureKind::Output) => properties.mesh.map(|[vertices, ..]| vertices),
            (Stage::Mesh, SignatureKind::Primitive) => {
                let count = properties.mesh.map_or(0, |[_, primitives, ..]| primitives);
                return Arrayed::PerPrimitive(count);
            }
            _ => return Arrayed::No,
        };
        Arrayed::PerVertex(vertices.unwrap_or(0))
    }
}

impl EntryPoint {
    /// Whether a geometry shader has output streams other than the first.
    pub fn several_streams(&self) -> bool {
        let geometry = self.properties.geometry.filter(|_| self.stage == Stage::Geometry);
        geometry.is_some_and(|[_, _, streams, ..]| streams & !1 != 0)
    }

    /// The output stream that is rasterized, as far as a shader says: the first that has a position. No stream has the number
    /// where none is.
    pub fn rasterized_stream(&self) -> u32 {
        if let Some(stream) = self.rasterized {
            return stream;
        }
        let positions = self
            .outputs
            .iter()
            .filter(|element| element.kind == SemanticKind::Position);
        positions.map(|element| element.stream).min().unwrap_or(0)
    }
}

/// Vertices of the primitive that a geometry shader takes, by its `D3D_PRIMITIVE` number.
fn primitive_vertices(primitive: u32) -> Option<u32> {
    Some(match primitive {
        1..=3 => primitive,
        // Lines and triangles with their neighbours.
        6 => 4,
        7 => 6,
        // Patches of 1 to 32 control points.
        8..=39 => primitive - 7,
        _ => return None,
    })
}

numbered_enum! {
    /// System values that no signature holds: operations of their own give them.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[allow(missing_docs)]
    pub enum SystemValue {
        ThreadIdX = 0,
        ThreadIdY = 1,
        ThreadIdZ = 2,
        GroupIdX = 3,
        GroupIdY = 4,
        GroupIdZ = 5,
        ThreadIdInGroupX = 6,
        ThreadIdInGroupY = 7,
        ThreadIdInGroupZ = 8,
        FlattenedThreadIdInGroup = 9,
        SampleIndex = 10,
        Coverage = 11,
        InnerCoverage = 12,
        PrimitiveId = 13,
        ViewId = 14,
        StartVertexLocation = 15,
        StartInstanceLocation = 16,
        WaveLaneIndex = 17,
        WaveLaneCount = 18,
        GsInstanceId = 19,
        OutputControlPointId = 20,
        DomainLocationX = 21,
        DomainLocationY = 22,
        DomainLocationZ = 23,
        DispatchRaysIndexX = 24,
        DispatchRaysIndexY = 25,
        DispatchRaysIndexZ = 26,
        DispatchRaysDimensionsX = 27,
        DispatchRaysDimensionsY = 28,
        DispatchRaysDimensionsZ = 29,
        WorldRayOriginX = 30,
        WorldRayOriginY = 31,
        WorldRayOriginZ = 32,
        WorldRayDirectionX = 33,
        WorldRayDirectionY = 34,
        WorldRayDirectionZ = 35,
        ObjectRayOriginX = 36,
        ObjectRayOriginY = 37,
        ObjectRayOriginZ = 38,
        ObjectRayDirectionX = 39,
        ObjectRayDirectionY = 40,
        ObjectRayDirectionZ = 41,
        RayTMin = 42,
        RayTCurrent = 43,
        RayFlags = 44,
        InstanceIndex = 45,
        InstanceID = 46,
        PrimitiveIndex = 47,
        GeometryIndex = 48,
        HitKind = 49,
        // By row and column, of three rows and four columns.
        ObjectToWorld00 = 50,
        ObjectToWorld01 = 51,
        ObjectToWorld02 = 52,
        ObjectToWorld03 = 53,
        ObjectToWorld10 = 54,
        ObjectToWorld11 = 55,
        ObjectToWorld12 = 56,
        ObjectToWorld13 = 57,
        ObjectToWorld20 = 58,
        ObjectToWorld21 = 59,
        ObjectToWorld22 = 60,
        ObjectToWorld23 = 61,
        WorldToObject00 = 62,
        WorldToObject01 = 63,
        WorldToObject02 = 64,
        WorldToObject03 = 65,
        WorldToObject10 = 66,
        WorldToObject11 = 67,
        WorldToObject12 = 68,
        WorldToObject13 = 69,
        WorldToObject20 = 70,
        WorldToObject21 = 71,
        WorldToObject22 = 72,
        WorldToObject23 = 73,
        // Groups of the dispatch, in each direction.
        GroupCountX = 80,
        GroupCountY = 81,
        GroupCountZ = 82,
        // Of the waves of the group.
        GroupWaveIndex = 83,
        GroupWaveCount = 84,
        // By vertex and component, of three vertices.
        TrianglePosition0X = 85,
        TrianglePosition0Y = 86,
        TrianglePosition0Z = 87,
        TrianglePosition1X = 88,
        TrianglePosition1Y = 89,
        TrianglePosition1Z = 90,
        TrianglePosition2X = 91,
        TrianglePosition2Y = 92,
        TrianglePosition2Z = 93,
        // Of vendors' extensions. Barycentrics by vertex, with and without perspective.
        DrawIndex = 94,
        Barycentrics0 = 95,
        Barycentrics1 = 96,
        Barycentrics2 = 97,
        LinearBarycentrics0 = 98,
        LinearBarycentrics1 = 99,
        LinearBarycentrics2 = 100,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shader::HullProperties;

    #[test]
    fn signatures_are_arrayed_by_stage() {
        use SignatureKind as S;
        let mut entry = EntryPoint {
            patch_constants: vec![SignatureElement::default()],
            ..EntryPoint::default()
        };
        entry.properties.hull = Some(HullProperties {
            input_control_points: 3,
            output_control_points: 4,
            ..HullProperties::default()
        });
        entry.properties.domain = Some([2, 5]);
        entry.properties.geometry = Some([7, 0, 0, 0, 0]);
        entry.properties.mesh = Some([64, 126, 2, 0]);
        let (no, vertices) = (Arrayed::No, Arrayed::PerVertex);
        for (stage, expected, third) in [
            (Stage::Vertex, [no; 4], S::PatchConstant),
            (Stage::Pixel, [no; 4], S::PatchConstant),
            (Stage::Hull, [vertices(3), vertices(4), no, no], S::PatchConstant),
            (Stage::Domain, [vertices(5), no, no, no], S::PatchConstant),
            (Stage::Geometry, [vertices(6), no, no, no], S::PatchConstant),
            (
                Stage::Mesh,
                [no, vertices(64), no, Arrayed::PerPrimitive(126)],
                S::Primitive,
            ),
        ] {
            entry.stage = stage;
            assert_eq!(S::ALL.map(|kind| entry.arrayed(kind)), expected, "{stage:?}");
            for kind in [S::PatchConstant, S::Primitive] {
                assert_eq!(
                    entry.signature(kind).len(),
                    usize::from(kind == third),
                    "{stage:?}"
                );
            }
        }
        assert!(S::PatchConstant.is_input(Stage::Domain) && !S::PatchConstant.is_input(Stage::Hull));
        assert_eq!(primitive_vertices(39), Some(32));
        assert_eq!(primitive_vertices(40), None);
        entry.stage = Stage::Geometry;
        entry.properties.geometry = None;
        assert_eq!(entry.arrayed(S::Input), vertices(0));
    }
}
