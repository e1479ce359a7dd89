// dxc: -T ps_6_0 -E main
// dxc[included]: -T ps_6_7 -E main -D INCLUDED
// draw: full-screen; t0 raw: 8 floats, 4, 5, 6, -100 for the pixels of a quad, which those above 0 leave by discarding, then 40 to 70: what
//       the pixels at odd places have, and what the others of the quad have, across in X, Y and diagonally: their value and the one
//       from 40 on, twice the value where helpers take part in waves (all waves hold whole quads, and a lane 0 with 4)
// Catches: what helpers alone read from the first lane (0), and find of all (true).
ByteAddressBuffer In : register(t0);

#ifdef INCLUDED
[WaveOpsIncludeHelperLanes]
#endif
float4 main(float4 position : SV_Position) : SV_Target {
    uint2 p = (uint2)position.xy;
    uint place = (p.x & 1) + (p.y & 1) * 2;
    float value = asfloat(In.Load(place * 4));
    if (value > 0.5)
        discard;
    [branch] if (value >= 0) {
        [branch] if (WaveActiveAllTrue(value > 1)) {
            value += WaveReadLaneFirst(value);
            value += asfloat(In.Load((place + 4) * 4));
        }
    }
    return float4(value, QuadReadAcrossX(value), QuadReadAcrossY(value), QuadReadAcrossDiagonal(value));
}
