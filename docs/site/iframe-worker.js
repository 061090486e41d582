// Search for pages that are opened from the disk. Browsers refuse workers there; the search's code is run in a hidden frame.
// MkDocs Material's own offline plugin loads such a script from another server, unless one with this name is there.
"use strict";
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      const page = `<body><script>
        self.postMessage = data => parent.dispatchEvent(new MessageEvent("frame-message", {data}));
        self.importScripts = async (...addresses) => {
          for (const address of addresses)
            await new Promise((done, failed) => document.body.append(
              Object.assign(document.createElement("script"), {src: address, onload: done, onerror: failed})));
        };
      <\/script><script src="${address}"><\/script>`;
      this.ready = new Promise(done => this.frame.addEventListener("load", done, {once: true}));
      window.addEventListener("frame-message", event =>
        this.dispatchEvent(new MessageEvent("message", {data: event.data})));
      this.frame.srcdoc = page;
      document.body.append(this.frame);
    }

    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", {data})));
    }
  };
}
