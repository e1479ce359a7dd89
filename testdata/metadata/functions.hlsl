// dxc: -T lib_6_3
// A library without entry points: functions to be linked with others.
export float twice(float x) { return x * 2; }
export float4 mixed(float4 a, float4 b) { return lerp(a, b, twice(a.x)); }
