import { templateHelpers } from '../../../../../domain/documents/templates/templateHelpers.ts';
import type { Schema } from '../../common/schema.ts';
import { type CodeSettings, pathsOf } from '../../parts/editor/codeSettings.ts';
import type { Values } from '../../parts/form/labelled.tsx';

/** Returns what the editor of a member knows, if its text is code: the source of a script, the content of a template. */
export function codeSettingsOf(kind: string, path: string, values: Values): CodeSettings | undefined {
  if (kind === 'Script' && path === 'source') {
    const { properties = {} } = (values['inputSchema'] ?? {}) as Schema;
    return {
      language: 'script',
      helpers: [],
      paths: ['input', ...Object.keys(properties).map((name) => `input.${name}`)],
    };
  }
  if (kind !== 'FormatterTemplate' || path !== 'content' || values['inputType'] === 'FILE') return undefined;
  const { previewData } = values;
  return values['inputType'] === 'SCRIPT'
    ? { language: 'script', helpers: [], paths: ['data', ...pathsOf(previewData, 'data.')] }
    : { language: 'template', helpers: templateHelpers, paths: [...new Set(pathsOf(previewData))] };
}
