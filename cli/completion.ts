import type { RootCommand } from '@bomb.sh/tab';
import type { Argument, Command, Option } from 'commander';
import { sourceOf } from './base/commands.ts';
import { oneLine } from './base/printable.ts';
import bashScript from './completion.bash' with { type: 'text' };
import { type Place, type Values, valuesOf } from './completionValues.ts';

/**
 * Prints the script that completes in bash, if it is requested, and returns whether it was. That of the library cannot be loaded
 * twice, needs the package bash-completion, and evaluates the words that are typed and the values of the service.
 */
export function printBashScript(words: readonly string[]): boolean {
  if (words.length !== 2 || words[0] !== 'complete' || words[1] !== 'bash') return false;
  process.stdout.write(bashScript);
  return true;
}

/** The end of the values, which says that no files follow: `ShellCompDirectiveNoFileComp` of the library. */
const NO_FILES = ':4\n';

/**
 * If a shell requests completion (`complete -- words`), fetches the values for the word at the cursor from the service, and
 * passes them to the library, whose handlers cannot wait. Returns whether it has printed them itself: the library takes a value
 * with an equals sign for an option.
 */
export async function completeValues(
  program: Command,
  completion: RootCommand,
  words: readonly string[],
): Promise<boolean> {
  if (words[0] !== 'complete' || words[1] !== '--') return false;
  const typed = words.slice(2);
  completeGlobalOptions(completion);
  const { place, required, partial } = placeOf(program, typed);
  if (!place && partial === '' && required.length > 0) return print(required.map(optionEntry));
  const source = place && sourceOf(place.completed);
  if (!place || source === undefined) return false;
  // A service that is unavailable, and a missing right, leave the words as they are.
  const fetched = await valuesOf(source, place, typed).catch((): Values => new Map());
  // Each value is a line of its own, and becomes a word of the command.
  const values = [...fetched].filter(([value]) => value === oneLine(value));
  if (partial.includes('=')) return print(values.filter(([value]) => value.startsWith(partial)));
  const handler = (complete: (value: string, description: string) => void): void => {
    for (const [value, description] of values) complete(value, oneLine(description));
  };
  const target = completion.commands.get(place.path.join(' ')) ?? completion;
  const { completed } = place;
  const found = isOption(completed)
    ? (target.options.get(completed.name()) ?? completion.options.get(completed.name()))
    : target.arguments.get(completed.name());
  if (found) found.handler = handler;
  return false;
}

function print(values: readonly (readonly [value: string, description: string])[]): true {
  process.stdout.write([...values.map(([value, text]) => `${value}\t${oneLine(text)}\n`), NO_FILES].join(''));
  return true;
}

const optionEntry = ({ long, description }: Option): [string, string] => [String(long), description];

const isOption = (completed: Argument | Option): completed is Option => 'flags' in completed;

/** The library completes the options of a command alone. */
function completeGlobalOptions(completion: RootCommand): void {
  for (const command of completion.commands.values())
    for (const [name, option] of completion.options) if (!command.options.has(name)) command.options.set(name, option);
}

interface Cursor {
  /** Undefined if no argument is left, and in the name of an option. */
  readonly place: Place | undefined;
  /** Options that the command requires and that are not typed. */
  readonly required: readonly Option[];
  readonly partial: string;
}

function placeOf(program: Command, typed: readonly string[]): Cursor {
  let command = program;
  let pending: Option | undefined;
  const path: string[] = [];
  const positionals: string[] = [];
  for (const word of typed.slice(0, -1)) {
    if (pending) pending = undefined;
    else if (word.startsWith('-')) pending = word.includes('=') ? undefined : valuedOption(program, command, word);
    else {
      const inner = positionals.length === 0 && command.commands.find((one) => one.name() === word);
      if (inner) command = inner;
      (inner ? path : positionals).push(word);
    }
  }
  const partial = typed.at(-1) ?? '';
  const last = command.registeredArguments.at(-1);
  const argument = command.registeredArguments[positionals.length] ?? (last?.variadic ? last : undefined);
  const completed = pending ?? (partial.startsWith('-') ? undefined : argument);
  const required = command.options.filter(
    ({ mandatory, long, short }) => mandatory && !typed.some((word) => [long, short].includes(word.split('=')[0])),
  );
  return { place: completed && { path, completed, positionals, partial }, required, partial };
}

const valuedOption = (program: Command, command: Command, word: string): Option | undefined =>
  [...command.options, ...program.options].find(
    ({ short, long, required, optional }) => (short === word || long === word) && (required || optional),
  );
