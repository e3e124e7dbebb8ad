import { expect, test } from 'bun:test';
import { readEmail, readPhone } from '../../../domain/notifications/channels/addresses.ts';

test('spellings of one e-mail address, in every script, are equal', () => {
  const taken = {
    'Jana+x@example.com': 'Jana+x@example.com',
    'jana@žluťoučký.cz': 'jana@xn--luouk-uva4it5a4g.cz',
    'jana@ŽLUŤOUČKÝ.CZ': 'jana@xn--luouk-uva4it5a4g.cz',
    'ja\u0301n@example.com': 'j\u00e1n@example.com',
    'ján@例え.jp': 'ján@xn--r8jz45g.jp',
  };
  expect(Object.keys(taken).map(readEmail)).toEqual(Object.values(taken));
});

test('an invalid e-mail address is invalid in every spelling', () => {
  const wrong = ['a@ž..cz', 'á b@x.cz', 'á\u00a0b@x.cz', 'ž\u200b@x.cz', 'ž\u0085@x.cz', 'jana@ž/x', 'jana@ž%2e', 'ž@'];
  const more = ['@ž.cz', 'á,b@x.cz', '"á"@x.cz', 'á@b@x.cz', 'á <á@x.cz>', `${'á'.repeat(33)}@x.cz`, '\ud800@x.cz'];
  for (const text of [...wrong, ...more]) expect([text, readEmail(text)]).toEqual([text, undefined]);
});

test('phone numbers are accepted with spaces and punctuation', () => {
  const written = ['+420 601 123 456', '+420-601-123-456', '(+420) 601 123 456', '00420601123456', '00 420 601123456'];
  const more = ['tel:+420-601-123-456', '＋420601123456', '+420.601.123.456', '+420/601/123456'];
  for (const defaultCountry of [undefined, 'CZ']) {
    const rules = { allowedCountries: [], ...(defaultCountry && { defaultCountry }) };
    for (const text of [...written, ...more])
      expect([text, readPhone(text, rules)]).toEqual([text, { number: '+420601123456' }]);
  }
  // In countries with another international prefix, 00 begins a national number.
  expect(readPhone('011 420 601 123 456', { allowedCountries: [], defaultCountry: 'US' })).toEqual({
    number: '+420601123456',
  });
  expect(readPhone('601 123 456', { allowedCountries: [] })).toEqual({
    problem: 'is not a phone number, or lacks the prefix of its country: +420 601 123 456 has it',
  });
});
