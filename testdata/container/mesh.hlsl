// dxc: -T ms_6_5 -E main
struct V { float4 p : SV_Position; float2 t : TEX; };
struct Q { uint m : MAT; };

[outputtopology("triangle")]
[numthreads(32, 1, 1)]
void main(uint i : SV_GroupThreadID, out vertices V v[3], out indices uint3 t[1], out primitives Q q[1])
{
    SetMeshOutputCounts(3, 1);
    if (i < 3) {
        v[i].p = i;
        v[i].t = i;
    }
    if (i == 0) {
        t[0] = uint3(0, 1, 2);
        q[0].m = 7;
    }
}
