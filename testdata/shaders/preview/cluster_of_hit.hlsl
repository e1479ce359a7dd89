// dxc: -T lib_6_10
// Catches: an operation of a hit shader that is not known. No case runs it: the translation is a constant.
struct [raypayload] Payload { uint cluster : read(caller) : write(closesthit); };

[shader("closesthit")]
void Hit(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes)
{
    payload.cluster = ClusterID();
}
