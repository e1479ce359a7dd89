// dxc: -T cs_6_0 -E main -D STEPS=2400
// exec: groups 1; t0 raw: 64 words; u0,space1 raw: 64 words: h after 2400 steps of big/scale.hlsli
// Catches: about 50,000 instructions; time per instruction must stay that of big/scale_1k.
#include "scale.hlsli"
