/**
 * A server that responds as Twilio's Messages resource does, in a process of its own. It prints its port, and then after
 * each `every` messages `received <count> <ms since 1970>`.
 */
const every = Number(process.argv[2] ?? 100);
let received = 0;
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const form = new URLSearchParams(await request.text());
    received++;
    if (received % every === 0) console.log(`received ${received} ${Date.now()}`);
    const sid = `SM${received.toString(16).padStart(32, '0')}`;
    const message = { sid, to: form.get('To'), body: form.get('Body'), num_segments: '1', status: 'queued' };
    return Response.json(message, { status: 201 });
  },
});
console.log(`port ${server.port}`);
