import twilio from 'twilio';
import type RequestClient from 'twilio/lib/base/RequestClient.js';

/** Twilio's client alone, sending ready messages: `bun bench/messages/twilioAlone.ts <port> <count> <requests under way>` */
const [port, count = 0, requests = 20] = process.argv.slice(2).map(Number);
class LocalRequestClient extends twilio.RequestClient {
  override request<TData>(options: RequestClient.RequestOptions<TData>) {
    return super.request<TData>({ ...options, uri: `http://127.0.0.1:${port}${new URL(options.uri).pathname}` });
  }
}
const client = twilio(`AC${'0'.repeat(32)}`, 'x', { httpClient: new LocalRequestClient() });
let next = 0;
const lane = async () => {
  while (next < count) {
    const number = next++;
    const to = `+420777${String(number).padStart(6, '0')}`;
    await client.messages.create({ to, from: '+420800123456', body: 'There is no water in Plzeňská 12.' });
  }
};
await Promise.all(Array.from({ length: requests }, lane));
