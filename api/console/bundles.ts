import { readFileSync } from 'node:fs';
import type { BuildArtifact, BunPlugin } from 'bun';
import type { Bundle } from './pageBundle.ts';

/** Settings of every bundle. File names contain a hash of the content, so browsers can cache them permanently. */
const settings = {
  target: 'browser',
  minify: true,
  naming: '[name]-[hash].[ext]',
  define: { 'process.env.NODE_ENV': '"production"' },
} as const;

/**
 * Bundles a page whose head links its files.
 *
 * @param entry path of the module that starts the page
 * @param base path of the service below which the files are served
 */
export async function bundleLinked(entry: string, base: string): Promise<Bundle> {
  // Modules that are imported when they are needed are files of their own.
  const { outputs } = await Bun.build({ ...settings, entrypoints: [entry], splitting: true });
  const elements = outputs
    .filter(({ kind }) => kind !== 'chunk')
    .map((output) =>
      isStyle(output)
        ? `<link rel="stylesheet" href="${base}/${nameOf(output)}">`
        : `<script type="module" src="${base}/${nameOf(output)}"></script>`,
    );
  return { files: await filesOf(outputs), head: elements.join('\n'), early: '', script: '' };
}

/**
 * Bundles a page that contains its style sheet and the script of its first view, so that one response shows it. The modules
 * of its other views are files, which use the modules of the first script instead of copies.
 *
 * @param modulePaths paths of the module that runs in the head of the page, of the one that starts the page, and of the one
 *   that the page loads from the `modulepreload` of its head
 * @param base path of the service below which the files are served
 */
export async function bundleInlined(
  { early, entry, others }: { early: string; entry: string; others: string },
  base: string,
): Promise<Bundle> {
  const modules = await modulesOf(entry);
  // A file of another release finds no modules of its own, and fails before it runs.
  const shared = `globalThis["waybill ${contentHash(modules)}"]`;
  const [earlyBuild, firstBuild, otherBuild] = await Promise.all([
    Bun.build({ ...settings, entrypoints: [early], format: 'iife' }),
    Bun.build({ ...settings, entrypoints: [FIRST], plugins: [sharing(modules, shared)] }),
    Bun.build({ ...settings, entrypoints: [others], splitting: true, plugins: [using(modules, shared)] }),
  ]);
  const outputs = [...firstBuild.outputs, ...otherBuild.outputs];
  const styles = await Promise.all(outputs.filter(isStyle).map((output) => output.text()));
  const [script] = firstBuild.outputs.filter((output) => !isStyle(output));
  const [otherFile] = otherBuild.outputs.filter(({ kind }) => kind === 'entry-point');
  const [earlyScript] = earlyBuild.outputs;
  if (!earlyScript || !script || !otherFile) throw new Error(`the bundle of ${entry} has no script`);
  return {
    files: await filesOf(otherBuild.outputs.filter((output) => !isStyle(output))),
    head: `<link rel="modulepreload" href="${base}/${nameOf(otherFile)}">
<style>${withoutEndTags(styles.join(''))}</style>`,
    early: withoutEndTags(await earlyScript.text()),
    script: withoutEndTags(await script.text()),
  };
}

/** Name of the module that imports the modules of the first script, and gives them to the others. */
const FIRST = 'main.ts';

/** Returns the paths of the modules that a module imports at once, in the order of the paths. */
async function modulesOf(entry: string): Promise<string[]> {
  const paths = new Set<string>();
  const collect: BunPlugin = {
    name: 'collect',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.[jt]sx?$|\.mjs$/ }, ({ path }) => {
        paths.add(path);
        return undefined;
      });
    },
  };
  await Bun.build({ ...settings, entrypoints: [entry], plugins: [collect] });
  return [...paths].sort();
}

/** Makes the first script: the entry, and `shared`, an array of all its modules. */
const sharing = (modules: readonly string[], shared: string): BunPlugin => ({
  name: 'sharing',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: new RegExp(`^${FIRST}$`) }, () => ({ path: FIRST, namespace: 'first' }));
    onLoad({ filter: /./, namespace: 'first' }, () => ({
      loader: 'ts',
      contents: `${modules.map((path, index) => `import * as m${index} from ${JSON.stringify(path)};`).join('\n')}
${shared} = [${modules.map((_, index) => `m${index}`).join(', ')}];`,
    }));
  },
});

/** Takes the modules of the first script from `shared`. */
const using = (modules: readonly string[], shared: string): BunPlugin => ({
  name: 'using',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.[jt]sx?$|\.mjs$/ }, ({ path }) => {
      const index = modules.indexOf(path);
      return index === -1 ? undefined : { loader: 'js', contents: `module.exports = ${shared}[${index}];` };
    });
  },
});

const contentHash = (paths: readonly string[]): string =>
  Bun.hash(paths.map((path) => readFileSync(path, 'utf8')).join('\0')).toString(36);

const isStyle = (output: BuildArtifact): boolean => output.path.endsWith('.css');
const nameOf = (output: BuildArtifact): string => output.path.replace(/^.*\//, '');

const filesOf = (outputs: readonly BuildArtifact[]): Promise<Bundle['files'][number][]> =>
  Promise.all(outputs.map(async (output) => ({ name: nameOf(output), text: await output.text(), type: output.type })));

/** Returns a script or a style sheet that cannot end its element: `</script>` can only be in a string or a pattern there. */
const withoutEndTags = (text: string): string => text.replaceAll(/<\/(?=script|style)/gi, '<\\/');
