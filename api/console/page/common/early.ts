/** A response that came with the page: the service has sent what every first view requests (api/console/embedded.ts). */
interface EarlyAnswer {
  readonly status: number;
  readonly body: string;
}

let answers: Readonly<Record<string, EarlyAnswer>> | undefined;

/** Returns the response to a GET of a path that came with the page; undefined if none did, or if it was taken before. */
export function takeEarlyAnswer(path: string): Response | undefined {
  answers ??= JSON.parse(document.getElementById('answers')?.textContent ?? '{}') as typeof answers;
  const { [path]: answer, ...others } = answers ?? {};
  answers = others;
  return answer && new Response(answer.body, { status: answer.status });
}
