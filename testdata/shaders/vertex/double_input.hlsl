// dxc: -T vs_6_0 -E main
// Catches: double arithmetic between float inputs and outputs.
cbuffer Camera : register(b0) { double3 Origin; };

float4 main(float3 high : HIGH, float3 low : LOW) : SV_Position {
    double3 world = (double3)high + (double3)low;
    return float4((float3)(world - Origin), 1);
}
