// Calls about hit objects.
#include "nvapi.hlsli"

uint Ask(uint op, uint object) {
    uint n = Nv.IncrementCounter();
    Nv[n].op = op;
    Nv[n].src0.x = object;
    return Nv.IncrementCounter();
}
