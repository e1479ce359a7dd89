// dxc: -T cs_6_0 -E main
// Catches: globallycoherent on textures and typed buffers of several dimensions.
globallycoherent RWTexture2D<float4> Image : register(u0);
globallycoherent RWTexture3D<uint> Volume : register(u1);
globallycoherent RWBuffer<float2> Texels : register(u2);
RWTexture2DArray<float> Plain : register(u3);

[numthreads(8, 8, 1)]
void main(uint3 p : SV_DispatchThreadID) {
    Image[p.xy] = float4(p, 1);
    Volume[p] = p.x;
    Texels[p.x] = p.xy;
    AllMemoryBarrier();
    Plain[p] = Image[p.yx].x + Volume[p.yxz] + Texels[p.y].y;
}
