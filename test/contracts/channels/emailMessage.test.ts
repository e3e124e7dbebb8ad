import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { generateKeyPairSync } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import type { EmailMessage } from '../../../domain/ports/channels.ts';
import type { TestSmtp } from '../../helpers/servers/smtp.ts';
import { emailServers, plain } from './emailSetup.ts';

// A limit on a hang.
setDefaultTimeout(60_000);

const { makeChannel, server } = emailServers();

describe('the message', () => {
  let smtp: TestSmtp;
  let channel: ReturnType<typeof makeChannel>;
  beforeAll(async () => {
    smtp = await server();
    channel = makeChannel(smtp.url);
  });

  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  test('arrives complete: Czech, emoji, both bodies, attachments and inline images', async () => {
    const subject = 'Výpadek sítě 🚨 – příliš žluťoučký kůň úpěl ďábelské ódy, a to po celý den';
    await channel.send(
      plain('whole', {
        from: 'Dohled sítě <noc@example.org>',
        to: 'jana@example.org',
        subject,
        text: 'Síť nejede. 🙈\n.\nKonec',
        html: `<p>Síť nejede. 🙈</p><img alt="logo" src="data:image/png;base64,${png.toString('base64')}">`,
        attachments: [
          { name: 'Smlouva č. 1.pdf', mediaType: 'application/pdf', content: new TextEncoder().encode('%PDF-1.7 …') },
        ],
        unsubscribeUrl: 'https://example.org/unsubscribe?t=1',
        headers: { 'X-Correlation-Id': 'abc' },
      }),
    );
    const mail = await smtp.last();
    expect(mail.subject).toBe(subject);
    expect(mail.from).toMatchObject({ name: 'Dohled sítě', address: 'noc@example.org' });
    expect(mail.to).toMatchObject([{ address: 'jana@example.org' }]);
    expect(mail.text?.trim()).toBe('Síť nejede. 🙈\n.\nKonec');
    expect(mail.messageId).toBe('<whole@example.org>');
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')).toBe('<https://example.org/unsubscribe?t=1>');
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('x-correlation-id')).toBe('abc');
    const [inline, file] = ['image/png', 'application/pdf'].map((type) =>
      mail.attachments.find(({ mimeType }) => mimeType === type),
    );
    expect(file?.filename).toBe('Smlouva č. 1.pdf');
    expect(new TextDecoder().decode(file?.content as ArrayBuffer)).toBe('%PDF-1.7 …');
    expect(Buffer.from(inline?.content as ArrayBuffer)).toEqual(png);
    expect(mail.html).toContain(`src="cid:${inline?.contentId?.slice(1, -1)}"`);
    expect(mail.html).not.toContain('data:');
  });

  test('has each image once, and references to it in backgrounds, styles and VML, too', async () => {
    const uri = `data:image/png;base64,${png.toString('base64')}`;
    const gif = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
    await channel.send(
      plain('images', {
        html: `<!DOCTYPE html><table background="${uri}"><tr><td style="background:url(${uri})">src="${gif}"</td>
          <td style="background:url(&quot;${gif}&quot;)"><img alt="5 > 4 'a'" src="${uri}"></td></tr></table>
          <!--[if mso]><v:fill type="frame" src="${gif}"/><![endif]-->`,
      }),
    );
    const mail = await smtp.last();
    const [first, second, ...others] = mail.attachments.map(({ mimeType, contentId, disposition, related }) => {
      expect([disposition, related]).toEqual(['inline', true]);
      return { mimeType, uri: `cid:${contentId?.slice(1, -1)}` };
    });
    expect([first?.mimeType, second?.mimeType, others]).toEqual(['image/png', 'image/gif', []]);
    expect(mail.html?.trim()).toBe(
      `<!DOCTYPE html><table background="${first?.uri}"><tr><td style="background:url(${first?.uri})">src="${gif}"</td>
          <td style="background:url(&quot;${second?.uri}&quot;)"><img alt="5 > 4 'a'" src="${first?.uri}"></td></tr></table>
          <!--[if mso]><v:fill type="frame" src="${second?.uri}"/><![endif]-->`,
    );
  });

  test('letters of every script before the @ are preserved', async () => {
    expect(await channel.send(plain('utf8', { to: 'ján@xn--luouk-uva4it5a4g.cz' }))).toMatchObject({ outcome: 'sent' });
    expect(smtp.accepted.at(-1)?.to).toMatch(/^ján@/);
  });

  test('a name without an address gets the configured address; the Message-ID is the same at every attempt', async () => {
    for (const _ of [1, 2]) await channel.send(plain('again-1', { from: 'Zákaznická linka' }));
    const ids = await Promise.all(
      [smtp.accepted.at(-1), smtp.accepted.at(-2)].map((one) => /^Message-ID: (.*)$/im.exec(String(one?.raw))?.[1]),
    );
    expect(ids).toEqual(['<again-1@example.org>', '<again-1@example.org>']);
    expect((await smtp.last()).from).toMatchObject({ name: 'Zákaznická linka', address: 'waybill@example.org' });
  });

  test('a signature is valid, and covers the headers of one-click unsubscription', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const signing = makeChannel(smtp.url, {
      dkim: {
        domain: 'example.org',
        selector: 'w1',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      },
    });
    await signing.send(plain('signed', { subject: 'Žluťoučký', unsubscribeUrl: 'https://example.org/u' }));
    const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const { results } = await dkimVerify(smtp.accepted.at(-1)?.raw ?? '', {
      resolver: async (name) => {
        expect(name).toBe('w1._domainkey.example.org');
        return [[`v=DKIM1; k=rsa; p=${key}`]];
      },
    });
    expect(results.map(({ status }) => status.result)).toEqual(['pass']);
    expect(results[0]?.signingHeaders?.keys.toLowerCase()).toContain('list-unsubscribe-post');
  });

  test('a message that could inject a header or a second recipient is not sent', async () => {
    const before = smtp.complete;
    const attachment = { name: 'a', mediaType: 'text/plain', content: new Uint8Array() };
    const wrong: [Partial<EmailMessage>, boolean][] = [
      [{ subject: 'a\r\nBcc: eve@example.org' }, false],
      [{ subject: 'a\nb' }, false],
      [{ subject: 'a\u0000b' }, false],
      [{ to: 'jana@example.org\r\nRCPT TO:<eve@example.org>' }, true],
      [{ to: 'jana@example.org, eve@example.org' }, true],
      [{ to: 'all: jana@example.org, eve@example.org;' }, true],
      [{ to: 'nobody' }, true],
      [{ to: '' }, true],
      [{ from: 'Eve\r\nBcc: x@example.org' }, false],
      [{ from: 'a@b@c' }, false],
      [{ unsubscribeUrl: 'https://a/\r\nX: 1' }, false],
      [{ unsubscribeUrl: 'javascript:alert(1)' }, false],
      [{ headers: { 'X-A': '1\r\nBcc: eve@example.org' } }, false],
      [{ headers: { 'X-A\r\nBcc': 'eve@example.org' } }, false],
      [{ headers: { Bcc: 'eve@example.org' } }, false],
      [{ attachments: [{ ...attachment, name: 'a"\r\nX: 1' }] }, false],
      [{ attachments: [{ ...attachment, mediaType: 'text/plain\r\nX: 1' }] }, false],
      [{ attachments: [{ ...attachment, mediaType: 'none' }] }, false],
    ];
    for (const [more, address] of wrong) {
      const ended = await channel.send(plain('wrong', more));
      expect({ more, ended }).toMatchObject({ ended: { outcome: 'rejected' } });
      expect({ more, bounced: 'address' in ended }).toEqual({ more, bounced: address });
    }
    expect(smtp.complete).toBe(before);
  });

  test('content is never read from a disk or a network', async () => {
    const reads = plain('reads', { html: '<img src="file:///etc/passwd"><img src="http://127.0.0.1:1/x.png">' });
    await channel.send(reads);
    expect((await smtp.last()).attachments).toEqual([]);
  });

  test('a message larger than the limit of the server is rejected', async () => {
    const content = new Uint8Array(26 * 1024 * 1024);
    const large = plain('large', { attachments: [{ name: 'a.bin', mediaType: 'application/octet-stream', content }] });
    expect((await makeChannel(smtp.url).send(large)).outcome).toBe('rejected');
  });
});
