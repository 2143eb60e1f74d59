// A bad network between a browser and the relay: a TCP proxy whose connections can be cut.

import { connect, createServer } from "node:net";
import { once } from "node:events";

/** `cut()` ends what is connected, `refuse(true)` what comes. */
export async function startProxy(port) {
  const open = new Set();
  let refusing = false;
  const server = createServer((near) => {
    if (refusing) return near.destroy();
    const far = connect({ port, host: "127.0.0.1" });
    for (const [one, other] of [[near, far], [far, near]]) {
      open.add(one);
      one.setNoDelay(true);
      one.on("error", () => other.destroy());
      one.on("close", () => (open.delete(one), other.destroy()));
      one.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const own = server.address().port;
  const cut = () => open.forEach((socket) => socket.destroy());
  return {
    port: own,
    url: `http://127.0.0.1:${own}/`,
    cut,
    refuse: (value) => (refusing = value),
    stop() {
      server.close();
      cut();
    },
  };
}
