import { makeJobProgressFeed } from '../domain/jobs/progress.ts';
import { ReplyWriter } from '../domain/jobs/results.ts';
import { ReplyWaiter } from '../domain/jobs/waiter.ts';
import type { ServiceDependencies, Services } from '../domain/ports/services.ts';

/** Builds the services of a process. Nothing runs or connects before it is first used. */
export function makeServices(dependencies: ServiceDependencies): Services {
  return {
    ...dependencies,
    replyWaiter: new ReplyWaiter(dependencies),
    replyWriter: new ReplyWriter(dependencies.sql),
    jobProgress: makeJobProgressFeed(dependencies),
  };
}
