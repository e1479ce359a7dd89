// dxc: -T lib_6_3
// dxc[od]: -T lib_6_3 -Od
// rays: u0 four words for each ray
// Catches: data of callable shaders that gets lost, indices of calls, calls of calls, two types of data.
struct Data { float2 a; uint depth; uint trail; };
struct Other { uint3 words; bool flag; };
RWByteAddressBuffer output : register(u0, space1);

[shader("raygeneration")]
void Generate() {
    uint id = DispatchRaysIndex().x;
    Data data = { float2(id, 1), 1, 0 };
    CallShader(id & 1, data);
    Other other = { uint3(id, 2, 3), true };
    CallShader(2, other);
    output.Store4(id * 32, uint4(asuint(data.a), data.depth, data.trail));
    output.Store4(id * 32 + 16, uint4(other.words, other.flag));
}

[shader("callable")]
void Double(inout Data data) {
    data.a *= 2;
    data.trail = data.trail * 10 + 1;
    if (data.depth > 0) {
        data.depth--;
        CallShader(1, data);
        data.a.y += 0.5;
    }
}

[shader("callable")]
void Add(inout Data data) {
    data.a += 1;
    data.trail = data.trail * 10 + 2;
    if (data.depth > 0) {
        Data inner = data;
        inner.depth--;
        CallShader(0, inner);
        data.a = inner.a;
        data.trail = inner.trail * 10 + 3;
    }
}

[shader("callable")]
void Turn(inout Other other) { other.words = other.words.zxy + DispatchRaysIndex().x; other.flag = !other.flag; }
