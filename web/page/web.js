"use strict";
// A dropped shader goes to the translator, dxil2spirv.wasm, and what comes back is shown below.
(() => {
  const drop = document.getElementById("drop"), view = document.getElementById("view");
  const message = document.getElementById("message");
  const code = fetch("dxil2spirv.wasm").then(answer => {
    if (!answer.ok) throw new Error(`dxil2spirv.wasm: ${answer.status}`);
    return answer.arrayBuffer();
  }).then(bytes => WebAssembly.compile(bytes));
  code.catch(error => { message.textContent = String(error); });

  async function made(name, file, pdb) {
    // An instance for each file: one that has failed leaves nothing behind.
    const {memory, room, make, result, result_len} = (await WebAssembly.instantiate(await code)).exports;
    const parts = [new TextEncoder().encode(name), file, pdb];
    let at = room(parts.reduce((sum, part) => sum + part.length, 0));
    for (const part of parts) {
      new Uint8Array(memory.buffer, at, part.length).set(part);
      at += part.length;
    }
    const isPage = make(parts[0].length, file.length);
    // A copy: what is decoded may not be the module's own memory.
    const bytes = new Uint8Array(memory.buffer, result(), result_len()).slice();
    return {isPage, text: new TextDecoder().decode(bytes)};
  }

  let shown;
  async function take(files) {
    message.textContent = "";
    const isPdb = file => /\.pdb$/i.test(file.name);
    const file = files.find(file => !isPdb(file)), pdb = files.find(isPdb);
    if (!file) return;
    try {
      const bytes = async of => of ? new Uint8Array(await of.arrayBuffer()) : new Uint8Array();
      const {isPage, text} = await made(file.name, await bytes(file), await bytes(pdb));
      if (!isPage) throw new Error(text);
      if (shown) URL.revokeObjectURL(shown);
      shown = URL.createObjectURL(new Blob([text], {type: "text/html"}));
      view.src = shown;
      view.hidden = false;
      drop.className = "small";
      document.body.className = "shown";
      document.title = `${file.name} - dxil2spirv`;
    } catch (error) {
      message.textContent = `${file.name}: ${error.message || error}`;
    }
  }

  const over = event => { event.preventDefault(); drop.classList.toggle("over", event.type === "dragover"); };
  for (const type of ["dragover", "dragleave", "drop"]) document.addEventListener(type, over);
  document.addEventListener("drop", event => take([...event.dataTransfer.files]));
  document.getElementById("file").addEventListener("change", event => take([...event.target.files]));
})();
