"use strict";
// A dropped shader goes to the translator, dxil2spirv.wasm, with what is chosen, and what comes back is shown below.
(() => {
  const id = name => document.getElementById(name);
  const drop = id("drop"), view = id("view"), message = id("message");
  const code = fetch("dxil2spirv.wasm").then(answer => {
    if (!answer.ok) throw new Error(`dxil2spirv.wasm: ${answer.status}`);
    return answer.arrayBuffer();
  }).then(bytes => WebAssembly.compile(bytes));
  code.catch(error => {
    message.textContent = location.protocol === "file:"
      ? "Browsers load no translator from a file: serve this folder, for example by `python3 -m http.server`, and open that."
      : String(error);
  });

  // Calls a function of the translator on parts that lie one behind the other.
  async function call(parts, run) {
    // An instance for each call: one that has failed leaves nothing behind.
    const translator = (await WebAssembly.instantiate(await code)).exports;
    let at = translator.room(parts.reduce((sum, part) => sum + part.length, 0));
    for (const part of parts) {
      new Uint8Array(translator.memory.buffer, at, part.length).set(part);
      at += part.length;
    }
    const isGood = run(translator);
    // A copy: what is decoded may not be the module's own memory.
    const {memory, result, result_len} = translator;
    const bytes = new Uint8Array(memory.buffer, result(), result_len()).slice();
    const text = new TextDecoder().decode(bytes);
    if (!isGood) throw new Error(text);
    return text;
  }

  const none = new Uint8Array(), encoded = text => new TextEncoder().encode(text);
  // What was dropped: the shader, its program database, a root signature that is no text.
  let shader = null, pdb = none, signature = none;

  function choices() {
    const options = {target_env: id("target").value, binding: {preset: id("preset").value}};
    if (id("native16").checked) options.min_precision = "native16";
    const chosen = {by_registers: id("bind").value === "registers", options};
    if (id("entry").value) chosen.entry = id("entry").value;
    return chosen;
  }

  let shown, last = 0;
  async function show() {
    message.textContent = "";
    id("signature-row").hidden = id("bind").value !== "given";
    if (!shader) return;
    const own = ++last, {name, bytes} = shader;
    try {
      const text = id("signature").value.trim();
      const isGiven = id("bind").value === "given";
      const given = !isGiven ? none : text ? encoded(text) : signature;
      // There is none yet.
      if (isGiven && !given.length) return;
      const parts = [encoded(name), bytes, pdb, given, encoded(JSON.stringify(choices()))];
      const lengths = parts.slice(0, 4).map(part => part.length);
      const html = await call(parts, translator => translator.make(...lengths));
      // Something else was asked for meanwhile.
      if (own !== last) return;
      if (shown) URL.revokeObjectURL(shown);
      shown = URL.createObjectURL(new Blob([html], {type: "text/html"}));
      view.src = shown;
      view.hidden = false;
      drop.className = "small";
      document.body.className = "shown";
      document.title = `${name} - dxil2spirv`;
    } catch (error) {
      if (own === last) message.textContent = `${name}: ${error.message || error}`;
    }
  }

  async function take(files) {
    message.textContent = "";
    const read = async file => {
      try {
        return new Uint8Array(await file.arrayBuffer());
      } catch {
        // A folder, or one that is gone since it was chosen.
        throw new Error(`${file.name}: it cannot be read`);
      }
    };
    const is = (file, kinds) => kinds.test(file.name);
    const database = files.find(file => is(file, /\.pdb$/i));
    const given = files.find(file => is(file, /\.(rootsig|rts|rts0|txt|json)$/i));
    const file = files.find(file => file !== database && file !== given);
    if (given) {
      signature = await read(given);
      // A text can be changed.
      const isText = !signature.some(byte => byte < 9);
      id("signature").value = isText ? new TextDecoder().decode(signature) : "";
      id("signature").placeholder = isText ? "" : given.name;
      id("bind").value = "given";
    }
    if (file) {
      const bytes = await read(file);
      try {
        const found = JSON.parse(await call([bytes], translator => translator.look()));
        const entry = id("entry");
        entry.replaceChildren(...found.entries.map(([name, stage]) => new Option(`${name} (${stage})`, name)));
        id("entries").hidden = found.entries.length < 2;
        id("bind").options[0].textContent =
          found.root_signature ? "the shader's root signature" : "the shader's root signature (it has none)";
        id("bind").options[0].title = found.root_signature || "";
      } catch (error) {
        message.textContent = `${file.name}: ${error.message || error}`;
        return;
      }
      shader = {name: file.name, bytes};
      pdb = database ? await read(database) : none;
    } else if (database) {
      pdb = await read(database);
    }
    await show();
  }

  const over = event => { event.preventDefault(); drop.classList.toggle("over", event.type === "dragover"); };
  for (const type of ["dragover", "dragleave", "drop"]) document.addEventListener(type, over);
  const taken = files => take([...files]).catch(error => message.textContent = error.message || error);
  document.addEventListener("drop", event => taken(event.dataTransfer.files));
  id("file").addEventListener("change", event => taken(event.target.files));
  id("choices").addEventListener("change", show);
  id("choices").addEventListener("submit", event => event.preventDefault());
})();
