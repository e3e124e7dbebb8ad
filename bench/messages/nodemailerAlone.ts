import nodemailer from 'nodemailer';

/** nodemailer's pool alone, sending ready messages: `bun bench/messages/nodemailerAlone.ts <port> <count> <connections>` */
const [port, count = 0, connections = 8] = process.argv.slice(2).map(Number);
const transport = nodemailer.createTransport({
  pool: true,
  host: '127.0.0.1',
  port: port as number,
  maxConnections: connections,
  maxMessages: Number.POSITIVE_INFINITY,
});
const html =
  '<!doctype html><html><body><p style="color: #333">Good day,</p><p>there is no water in Plzeňská 12.</p></body></html>';
const sends = Array.from({ length: count }, (_, number) =>
  transport.sendMail({
    from: 'waybill@example.com',
    to: `customer${number}@example.com`,
    subject: 'Outage in Plzeňská 12',
    html,
    text: 'Good day,\n\nthere is no water in Plzeňská 12.',
  }),
);
await Promise.all(sends);
transport.close();
