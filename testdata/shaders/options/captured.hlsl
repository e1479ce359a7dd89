// dxc: -T vs_6_0 -E main
// draw: positions as given, colour (3 floats) and number (uint) on, and distances: what a stream output takes
// Catches: outputs of a vertex shader that are not captured, or at another place.
struct Output {
    float4 position : SV_Position;
    float3 colour : COLOR2;
    nointerpolation uint number : NUMBER;
    float2 left : LEFT;
    float2 distances : SV_ClipDistance;
};

Output main(float4 p : POSITION, float3 colour : COLOR, uint number : NUMBER) {
    Output o;
    o.position = p;
    o.colour = colour * 2;
    o.number = number + 1;
    o.left = colour.xy;
    o.distances = float2(p.x + 2, p.y + 3);
    return o;
}
