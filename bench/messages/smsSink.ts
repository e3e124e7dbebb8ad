/**
 * A server that answers as Twilio's Messages resource does, a process of its own: it tells the port on standard output,
 * and then each `every` messages as `taken <count> <ms since 1970>`.
 */
const every = Number(process.argv[2] ?? 100);
let taken = 0;
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const form = new URLSearchParams(await request.text());
    taken++;
    if (taken % every === 0) console.log(`taken ${taken} ${Date.now()}`);
    const sid = `SM${taken.toString(16).padStart(32, '0')}`;
    const message = { sid, to: form.get('To'), body: form.get('Body'), num_segments: '1', status: 'queued' };
    return Response.json(message, { status: 201 });
  },
});
console.log(`port ${server.port}`);
