// dxc: -T cs_6_0 -E main -D STEPS=48
// exec: groups 1; t0 raw: 64 words; u0,space1 raw: 64 words: h after 48 steps of big/scale.hlsli
// Catches: about 1,000 instructions; with big/scale_50k of the same code it shows how time grows with size.
#include "scale.hlsli"
