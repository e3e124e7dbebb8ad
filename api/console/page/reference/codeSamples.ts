/** A request of a sample and of the try-out. */
export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The body is a file in a form. */
  readonly upload?: true;
}

export const sampleLanguages = ['curl', 'TypeScript', 'Python'] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

/** Returns a program that sends the request. */
export function codeSample(language: SampleLanguage, request: SampleRequest): string {
  if (language === 'curl') return curl(request);
  return language === 'TypeScript' ? typeScript(request) : python(request);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function curl({ method, url, headers, body, upload }: SampleRequest): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(upload ? ['-F file=@records.json'] : []),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

const indented = (text: string, by = '  '): string => text.replaceAll('\n', `\n${by}`);

function typeScript({ method, url, headers, body, upload }: SampleRequest): string {
  const members = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(Object.keys(headers).length > 0 ? [`headers: ${JSON.stringify(headers)},`] : []),
    ...(upload ? ['body: form,'] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indented(body)}),`]),
  ];
  const form = upload ? "const form = new FormData();\nform.append('file', file); // a File or a Blob\n" : '';
  const options = members.length > 0 ? `, {\n  ${members.join('\n  ')}\n}` : '';
  return `${form}const response = await fetch(${JSON.stringify(url)}${options});
if (!response.ok) throw new Error(await response.text());
console.log(await response.text());`;
}

/** JSON is Python but for three words, which are replaced outside of strings. */
const inPython = (json: string): string =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (part) => words[part] ?? part);
const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

function python({ method, url, headers, body, upload }: SampleRequest): string {
  const own = Object.entries(headers).filter(([name]) => name !== 'Content-Type');
  const options = [
    JSON.stringify(url),
    ...(own.length > 0 ? [`headers=${JSON.stringify(Object.fromEntries(own))}`] : []),
    ...(upload ? ['files={"file": open("records.json", "rb")}'] : []),
    ...(body === undefined ? [] : [`json=${inPython(indented(body, '    '))}`]),
  ];
  return `import requests

response = requests.${method.toLowerCase()}(
    ${options.join(',\n    ')},
)
response.raise_for_status()
print(response.text)`;
}
