/** A response that came with the page (api/console/embedded.ts), or was requested by its first script (firstRequests.ts). */
export interface EarlyAnswer {
  readonly status: number;
  readonly body: string;
}

type EarlyAnswers = Readonly<Record<string, EarlyAnswer | Promise<EarlyAnswer | undefined>>>;

let answers: EarlyAnswers | undefined;

// Another view than the opened one would show them late.
addEventListener('hashchange', () => {
  answers = {};
});

/** Returns the early response to a GET of a path; undefined if there is none, or if it was taken before. */
export async function takeEarlyAnswer(path: string): Promise<Response | undefined> {
  answers ??= {
    ...globalThis.firstRequests,
    ...(JSON.parse(document.getElementById('answers')?.textContent ?? '{}') as EarlyAnswers),
  };
  const { [path]: answer, ...others } = answers;
  answers = others;
  const early = await answer;
  return early && new Response(early.body, { status: early.status });
}
