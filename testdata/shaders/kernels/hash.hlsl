// dxc: -T cs_6_0 -E main
// exec: groups 65535; t0 structured (stride 16); u0,space1 structured (stride 16): numbers by division, remainder and shifts
// Catches: guards of divisions and shifts that ranges make superfluous.
StructuredBuffer<uint4> In : register(t0);
RWStructuredBuffer<uint4> Out : register(u0, space1);

uint pcg(uint v) {
    uint state = v * 747796405u + 2891336453u;
    uint word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
    return (word >> 22) ^ word;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint4 v = In[i];
    uint n = (v.x & 0xff) + 3, m = v.y | 1;
    uint4 r = uint4(pcg(v.x), pcg(v.y), pcg(v.z), pcg(v.w));
    r.x = r.x / n + r.y % m;
    r.y = (r.y << (r.x & 31)) | (r.y >> ((32 - (r.x & 31)) & 31));
    r.z = uint(int(r.z) / int(n)) + r.w % n;
    r.w = (r.w << (i & 15)) ^ (i % 7) ^ (r.z / 13);
    Out[i] = r;
}
