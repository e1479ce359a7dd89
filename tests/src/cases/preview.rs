//! Shader model 6.10's preview: waves of a group, clusters that no structure has, a debugger that is not there.

use super::rayquery::ray_words;
use super::scenes::{rays, triangles};
use super::tracing::wall;
use crate::case::{Case, HitGroup, List, compute, tracing};
use crate::rays::ray_flag;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("preview/waves", &["od"], |name| {
        let group = [1u32, 1, 0, 1];
        compute(name)
            .output("u0,space1", [group, group].concat())
            .groups(2, 1, 1)
    });
    list.each("preview/clusters", &["od"], clusters);
    list.add("preview/cluster_of_hit", cluster_of_hit);
}

/// Odd rays miss; a miss has no cluster either.
fn cluster_of_hit() -> Case {
    let wants = [[u32::MAX, u32::MAX], [2, u32::MAX]].concat().repeat(2);
    tracing("preview/cluster_of_hit", "Generate")
        .miss("Miss")
        .hit(HitGroup::closest("Hit"))
        .grid(4, 1, 1)
        .scene("t0", wall())
        .output("u0,space1", wants)
}

fn clusters(name: &str) -> Case {
    let scene = triangles();
    let rays = rays(&scene, 32);
    let wants = rays.iter().flat_map(|ray| {
        let hit = scene.nearest(ray, ray_flag::SKIP_PROCEDURAL, 0xff);
        [u32::from(hit.is_some()), u32::MAX]
    });
    let wants: Vec<u32> = wants.collect();
    compute(name)
        .scene("t0", scene)
        .raw("t1", ray_words(&rays))
        .output("u0,space1", wants)
}
