// dxc[vs]: -T vs_6_0 -E vertex
// dxc: -T ps_6_0 -E always
// dxc[branch]: -T ps_6_0 -E branch
// dxc[loop]: -T ps_6_0 -E loops
// dxc[left]: -T ps_6_0 -E left
// dxc[later]: -T ps_6_0 -E later
// dxc[sample]: -T ps_6_0 -E each
// draw: triangles over each other; u1: words by pixel, r = r * 3 + number for those that take part, in the order of the draw
// Catches: accesses outside of the ordered section, a section that some invocations never enter, or enter twice.
RasterizerOrderedByteAddressBuffer Seen : register(u1);
RWByteAddressBuffer Beside : register(u2);

struct Output { nointerpolation uint number : NUMBER; float4 position : SV_Position; };

Output vertex(float4 p : POSITION, uint id : SV_VertexID) {
    Output o;
    o.position = p;
    o.number = id / 3;
    return o;
}

void add(uint at, uint number) { Seen.Store(at, Seen.Load(at) * 3 + number); }
uint place(float4 position) { return ((uint)position.y * 16 + (uint)position.x) * 4; }

void always(uint number : NUMBER, float4 position : SV_Position) {
    Beside.InterlockedAdd(0, 1);
    add(place(position), number);
    Beside.InterlockedAdd(4, number);
}

void branch(uint number : NUMBER, float4 position : SV_Position) {
    Beside.InterlockedAdd(0, 1);
    [branch] if (number & 1) {
        add(place(position), number);
    } else if (number % 3 == 0) {
        add(place(position), number + 100);
    }
    Beside.InterlockedAdd(4, number);
}

void loops(uint number : NUMBER, float4 position : SV_Position) {
    Beside.InterlockedAdd(0, 1);
    [loop] for (uint i = 0; i < number % 4; i++) {
        if (i == 2)
            continue;
        add(place(position), number + i);
    }
    Beside.InterlockedAdd(4, number);
}

void left(uint number : NUMBER, float4 position : SV_Position) {
    Beside.InterlockedAdd(0, 1);
    [branch] if (number % 5 == 2)
        return;
    add(place(position), number);
    Beside.InterlockedAdd(4, number);
}

// Accesses apart from each other: one section around both.
void later(uint number : NUMBER, float4 position : SV_Position) {
    uint at = place(position), before = 0;
    [branch] if (number & 2)
        before = Seen.Load(at);
    Beside.InterlockedAdd(0, 1);
    [branch] if (number & 2)
        Seen.Store(at, before * 3 + number);
    Beside.InterlockedAdd(4, number);
}

void each(uint number : NUMBER, float4 position : SV_Position, uint index : SV_SampleIndex) {
    Beside.InterlockedAdd(0, 1);
    add(place(position) * 4 + index * 4, number);
    Beside.InterlockedAdd(4, number);
}
