// dxc: -T vs_6_0 -E main
// draw: a triangle over everything; uv from 0 to 1, the index of a texture by vertex. See sample.hlsl.
struct Out { float2 uv : TEXCOORD; nointerpolation uint index : INDEX; float4 position : SV_Position; };

Out main(float2 position : POSITION, uint index : INDEX) {
    Out o;
    o.uv = position * float2(0.5, -0.5) + 0.5;
    o.index = index;
    o.position = float4(position, 0.5, 1);
    return o;
}
