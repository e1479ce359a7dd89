// dxc: -T vs_6_0 -E main
// draw: 6 vertices x 4 instances, no buffers: instance k covers quadrant k (x = k & 1, y = k >> 1, from the top left); pairs
//       with pixel/flat_id
// Catches: SV_InstanceID, flat integer output beside the position.
struct Output { float4 position : SV_Position; nointerpolation uint id : ID; };

Output main(uint vertex : SV_VertexID, uint instance : SV_InstanceID) {
    uint corner = vertex < 3 ? vertex : (vertex == 3 ? 2 : vertex == 4 ? 1 : 3);
    float2 p = float2(corner & 1, corner >> 1) + float2(instance & 1, instance >> 1);
    Output o;
    o.position = float4(p.x - 1, 1 - p.y, 0, 1);
    o.id = instance;
    return o;
}
