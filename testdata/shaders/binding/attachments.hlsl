// dxc[one]: -T ps_6_0 -E main
// dxc[several]: -T ps_6_0 -E main -D SAMPLES
// draw: full-screen, attachments t0 (4 floats), and of one sample t1 (4 ints) and t2 (depth): colour.r, colour.g + number.r,
//       number.b * depth, and colour.a where number.g is positive, else 9; of several: sample 0 + 2 * sample 3 + 4 * sample x % 4
// Catches: input attachments of other components than their texture's, loads of the wrong sample, loads in branches.
#ifdef SAMPLES
Texture2DMS<float4> Colour : register(t0);

float4 main(float4 position : SV_Position) : SV_Target {
    uint2 p = (uint2)position.xy;
    return Colour.Load(p, 0) + 2 * Colour.Load(p, 3) + 4 * Colour.Load(p, p.x & 3);
}
#else
Texture2D<float4> Colour : register(t0);
Texture2D<int4> Number : register(t1);
Texture2D<float> Depth : register(t2);

float4 main(float4 position : SV_Position) : SV_Target {
    int3 p = int3(position.xy, 0);
    int4 number = Number.Load(p);
    float4 result = float4(Colour.Load(p).xy, number.z * Depth.Load(p), 9);
    result.y += number.x;
    [branch]
    if (number.y > 0)
        result.w = Colour.Load(p).w;
    return result;
}
#endif
