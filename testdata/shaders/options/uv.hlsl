// dxc[vs]: -T vs_6_0 -E vertex
// dxc[beside]: -T vs_6_0 -E vertex -D PAIR
// dxc[ps]: -T ps_6_0 -E pixel
// dxc[first]: -T ps_6_0 -E first
// draw: positions over the whole target, uv (2 floats): uv, then 0 and 1
// Catches: attributes between stages that are elsewhere than in the shaders: `vs` and `ps` agree, `beside` has another
//          attribute in front of uv, and `first` has uv in front of all.
struct Output {
    float4 position : SV_Position;
#ifdef PAIR
    float2 beside : BESIDE;
#endif
    float2 uv : TEXCOORD3;
};

Output vertex(float4 p : POSITION, float2 uv : TEXCOORD2) {
    Output o;
    o.uv = uv;
    o.position = p;
#ifdef PAIR
    o.beside = 7;
#endif
    return o;
}

float4 pixel(float4 position : SV_Position, float2 uv : TEXCOORD3) : SV_Target {
    return float4(uv, 0, 1);
}

float4 first(float2 uv : TEXCOORD3) : SV_Target {
    return float4(uv, 0, 1);
}
