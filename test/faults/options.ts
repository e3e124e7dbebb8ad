import { parseArgs } from 'node:util';
import { OperatorError } from '../../domain/runtime/operatorError.ts';
import { type FaultKind, faultKinds, isFaultKind } from './kinds/fault.ts';

export interface FaultOptions {
  readonly faults: number;
  readonly seed: number;
  readonly engine: 'postgres' | 'elasticsearch';
  /** Faults at a time. */
  readonly batch: number;
  /** Greatest length of one fault in seconds. */
  readonly longest: number;
  readonly kinds: readonly FaultKind[];
  /** Factor of the promised times, for a machine that other work shares. */
  readonly patience: number;
  /** Minutes of a soak, which takes the place of faults. */
  readonly soak: number | undefined;
  /** Folder of the logs; undefined for a temporary one, which is removed after a run without failures. */
  readonly logs: string | undefined;
}

export const usage = `npm run faults -- [options]

Runs two apis and three workers on PostgreSQL with a synchronous standby behind HAProxy, with clients and with
providers that fail, inflicts faults at random, and checks what clients were told. Exits with 1 if a promise of
docs/reliability.md is broken. An interrupt (Ctrl-C) ends the faults after the current ones, and the checks run; a
second one stops everything at once.

  --faults N        number of faults, 1 to 100000 (30)
  --seed N          seed of all that is random (1)
  --engine NAME     postgres or elasticsearch, which has three nodes (postgres)
  --batch N         number of faults at a time, 1 to 10 (1)
  --longest N       greatest length of one fault in seconds, 1 to 60 (60)
  --kinds A,B       only these kinds of faults:
${Object.entries(faultKinds)
  .map(([name, meaning]) => `                      ${name.padEnd(18)}${meaning}`)
  .join('\n')}
  --patience N      multiplies the promised times, 1 to 10, on a machine that is not idle (1)
  --soak MINUTES    in place of faults, measures each minute of a mixed load, and fails if something grows; 8 to 1440
  --logs FOLDER     keeps the logs of all processes here
  --help            shows this text`;

/**
 * Reads the arguments of a run; undefined if they request the usage.
 *
 * @throws OperatorError with the wrong argument
 */
export function readOptions(words: readonly string[]): FaultOptions | undefined {
  const values = parse(words);
  if (values.help) return undefined;
  const engine = values.engine ?? 'postgres';
  if (engine !== 'postgres' && engine !== 'elasticsearch')
    throw new OperatorError(`--engine is ${engine}; it must be postgres or elasticsearch.`);
  const standard = Object.keys(faultKinds).filter((kind) => engine === 'elasticsearch' || !kind.startsWith('engine'));
  const kinds = values.kinds?.split(',').map((kind) => kind.trim()) ?? standard;
  const unknown = kinds.find((kind) => !isFaultKind(kind));
  if (unknown !== undefined)
    throw new OperatorError(`--kinds has ${unknown}; the kinds are ${Object.keys(faultKinds).join(', ')}.`);
  return {
    faults: wholeNumber('faults', values.faults, 30, [1, 100_000]),
    seed: wholeNumber('seed', values.seed, 1, [0, 4_294_967_295]),
    batch: wholeNumber('batch', values.batch, 1, [1, 10]),
    longest: wholeNumber('longest', values.longest, 60, [1, 60]),
    patience: wholeNumber('patience', values.patience, 1, [1, 10]),
    soak: values.soak === undefined ? undefined : wholeNumber('soak', values.soak, 30, [8, 1_440]),
    engine,
    kinds: kinds.filter(isFaultKind),
    logs: values.logs,
  };
}

function parse(words: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...words],
      options: {
        ...{
          faults: text,
          seed: text,
          engine: text,
          batch: text,
          longest: text,
          kinds: text,
          patience: text,
          soak: text,
        },
        logs: text,
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new OperatorError(`${(error as Error).message} \`npm run faults -- --help\` lists the options.`);
  }
}

function wholeNumber(name: string, text: string | undefined, standard: number, [min, max]: [number, number]): number {
  if (text === undefined) return standard;
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new OperatorError(`--${name} is ${JSON.stringify(text)}; it must be a whole number from ${min} to ${max}.`);
}
