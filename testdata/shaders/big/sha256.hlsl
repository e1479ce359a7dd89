// dxc: -T cs_6_0 -E main
// exec: groups 1; t0 raw: 64 messages of 64 bytes each (bytes in order); u0,space1 raw: 64 x 8 words: SHA-256 of each message, words
//       in big-endian order of the digest (word value, not bytes)
// Catches: thousands of integer operations in straight line, rotations, constant tables.
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0, space1);

static const uint K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
};

uint Rotate(uint x, uint n) { return (x >> n) | (x << (32 - n)); }

void Block(inout uint h[8], uint w[64]) {
    [unroll] for (uint k = 16; k < 64; ++k) {
        uint a = Rotate(w[k - 15], 7) ^ Rotate(w[k - 15], 18) ^ (w[k - 15] >> 3);
        uint b = Rotate(w[k - 2], 17) ^ Rotate(w[k - 2], 19) ^ (w[k - 2] >> 10);
        w[k] = w[k - 16] + a + w[k - 7] + b;
    }
    uint v[8] = h;
    [unroll] for (uint r = 0; r < 64; ++r) {
        uint s1 = Rotate(v[4], 6) ^ Rotate(v[4], 11) ^ Rotate(v[4], 25);
        uint t1 = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + K[r] + w[r];
        uint s0 = Rotate(v[0], 2) ^ Rotate(v[0], 13) ^ Rotate(v[0], 22);
        uint t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        v[7] = v[6]; v[6] = v[5]; v[5] = v[4]; v[4] = v[3] + t1;
        v[3] = v[2]; v[2] = v[1]; v[1] = v[0]; v[0] = t1 + t2;
    }
    [unroll] for (uint m = 0; m < 8; ++m) h[m] += v[m];
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint h[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    uint w[64];
    [unroll] for (uint k = 0; k < 64; ++k) {
        uint x = k < 16 ? In.Load(i * 64 + k * 4) : 0;
        w[k] = (x >> 24) | ((x >> 8) & 0xff00) | ((x << 8) & 0xff0000) | (x << 24);
    }
    Block(h, w);
    // Not chosen within the loop: at shader model 6.9 DXC then leaves a loop of one turn more, and the array with it.
    [unroll] for (uint m = 0; m < 64; ++m) w[m] = 0;
    w[0] = 0x80000000;
    w[15] = 512;
    Block(h, w);
    [unroll] for (uint o = 0; o < 8; ++o) Out.Store(i * 32 + o * 4, h[o]);
}
