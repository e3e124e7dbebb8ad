import { expect, test } from 'bun:test';
import { type CpuProfile, costsOf } from '../../bench/helpers/cpuProfile.ts';

const root = '/somewhere/waybill';
const frame = (functionName: string, url: string) => ({ functionName, url });
const profile: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame('(root)', ''), children: [2, 5, 7, 9] },
    { id: 2, callFrame: frame('store', `file://${root}/domain/records/save.ts`), children: [3, 4] },
    { id: 3, callFrame: frame('stringify', '') },
    { id: 4, callFrame: frame('write', `file://${root}/node_modules/postgres/src/connection.js`) },
    { id: 5, callFrame: frame('(module)', `file://${root}/main.ts`), children: [6] },
    { id: 6, callFrame: frame('stringify', '') },
    { id: 7, callFrame: frame('emit', 'node:events'), children: [8] },
    { id: 8, callFrame: frame('', `file:///elsewhere/node_modules/@scope/one/node_modules/@scope/two/index.js`) },
    { id: 9, callFrame: frame('processTicksAndRejections', '') },
  ],
  samples: [2, 3, 3, 3, 4, 4, 6, 7, 8, 9],
};

test('samples are counted by function and by place, without those of the start', () => {
  const costs = costsOf([profile, { nodes: profile.nodes, samples: [4] }], root);
  expect(costs.samples).toBe(10);
  expect(Object.fromEntries(costs.places)).toEqual({
    'domain/records': 4,
    'package postgres': 3,
    "Bun's modules (node:net, streams …)": 1,
    'package @scope/two': 1,
    'native code of Bun': 1,
  });
  expect(Object.fromEntries(costs.functions)).toEqual({
    'store, domain/records/save.ts': 1,
    'built-in stringify (100 % for store, domain/records/save.ts)': 3,
    'write, postgres/src/connection.js': 3,
    'emit, node:events': 1,
    'anonymous, @scope/two/index.js': 1,
    'built-in processTicksAndRejections (100 % for native code of Bun)': 1,
  });
});
