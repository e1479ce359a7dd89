// dxc: -T ps_6_0 -E main
// dxc[od]: -T ps_6_0 -E main -Od
// Catches: discard inside a loop and in nested branches; the code behind it goes on as a helper, the colour of the
// remaining pixels is the iteration count.
cbuffer Params : register(b0) { float4 Thresholds[8]; uint Count; };

float4 main(float4 uv : TEXCOORD0) : SV_Target {
    uint hits = 0;
    [loop] for (uint k = 0; k < Count; ++k) {
        float d = dot(Thresholds[k], uv);
        [branch] if (d < 0) {
            if (uv.z > 0.5)
                discard;
            else
                break;
        }
        if (d > 10)
            discard;
        ++hits;
    }
    return float4(hits / 8.0, ddx(uv.x), ddy(uv.y), 1);
}
