// dxc: -T as_6_5 -E main
// draw: a payload that each thread has for itself: the first one's goes to the mesh groups; pairs with mesh/payload.ms
// Catches: parts of other threads' payloads.
struct Payload { float4 shown[4]; uint first; };

[numthreads(4, 1, 1)]
void main(uint t : SV_GroupThreadID, uint g : SV_GroupID) {
    Payload payload;
    for (uint k = 0; k < 4; k++)
        payload.shown[k] = float4(k + t * 100, k * k + t, g, 1 + t);
    payload.first = g * 2 + t;
    DispatchMesh(2, 1, 1, payload);
}
