// dxc: -T ps_6_7 -E main
[WaveOpsIncludeHelperLanes]
float main(float value : VALUE) : SV_Target
{
    return WaveActiveSum(value);
}
