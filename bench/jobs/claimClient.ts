/**
 * Clients that claim steps and complete them, in a process of their own: each claims `max` steps, completes them by one
 * request, and so on, until `count` steps are completed. It reads a ClaimLoad from standard input and writes a ClaimOutcome to
 * standard output.
 */
export interface ClaimLoad {
  /** Address of the requests: those to `/claim` and `/complete` below it. */
  readonly url: string;
  readonly clients: number;
  readonly max: number;
  readonly count: number;
  readonly jobType: string;
}

export interface ClaimOutcome {
  readonly perSecond: number;
}

interface Claims {
  readonly claims: readonly { readonly token: number; readonly step: { readonly id: string } }[];
}

/** Runs the clients as a process. */
export async function runClaimClients(load: ClaimLoad): Promise<ClaimOutcome> {
  const child = Bun.spawn([process.execPath, import.meta.path], {
    stdin: new Blob([JSON.stringify(load)]),
    stdout: 'pipe',
    stderr: 'inherit',
  });
  return (await new Response(child.stdout).json()) as ClaimOutcome;
}

async function run({ url, clients, max, count, jobType }: ClaimLoad): Promise<ClaimOutcome> {
  let completed = 0;
  const post = async (operation: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${url}/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(await answer.text());
    return answer.json();
  };
  const began = performance.now();
  const client = async (worker: string): Promise<void> => {
    while (completed < count) {
      const { claims } = (await post('claim', { jobTypes: [jobType], worker, max })) as Claims;
      if (claims.length === 0) return;
      await post('complete', { worker, steps: claims.map(({ token, step }) => ({ id: step.id, token })) });
      completed += claims.length;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(`client-${index}`)));
  return { perSecond: (completed / (performance.now() - began)) * 1_000 };
}

if (import.meta.main) {
  console.log(JSON.stringify(await run((await Bun.stdin.json()) as ClaimLoad)));
  process.exit(0);
}
