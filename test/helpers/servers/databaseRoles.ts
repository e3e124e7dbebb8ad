import { openDatabase } from '../../../db/client.ts';
import { applyRoles } from '../../../db/roles/applyRoles.ts';

export interface RoleUrls {
  readonly api: string;
  readonly worker: string;
}

const applied = new Map<string, Promise<RoleUrls>>();

/** Gives a test database the roles of api and worker, and returns the URLs with which they connect. */
export function rolesOf(url: string): Promise<RoleUrls> {
  let urls = applied.get(url);
  if (!urls) {
    urls = makeRoles(url);
    applied.set(url, urls);
  }
  return urls;
}

/** The names of the roles of a test database: roles belong to the server, and other tests run on it. */
export const roleNames = (database: string) => ({ api: `${database}_api`, worker: `${database}_worker` });

async function makeRoles(url: string): Promise<RoleUrls> {
  const names = roleNames(new URL(url).pathname.slice(1));
  const owner = openDatabase(url, { name: 'waybill test owner', max: 1 });
  try {
    await applyRoles(owner, {
      api: { name: names.api, password: 'of the api' },
      worker: { name: names.worker, password: 'of the worker' },
    });
  } finally {
    await owner.end();
  }
  return { api: asRole(url, names.api, 'of the api'), worker: asRole(url, names.worker, 'of the worker') };
}

export function asRole(url: string, name: string, password: string): string {
  const changed = new URL(url);
  changed.username = name;
  changed.password = encodeURIComponent(password);
  return changed.href;
}

/**
 * Returns the URL with which the workers of tests connect: as the owner of the tables, or with
 * WAYBILL_TEST_WORKER_ROLE=true as the role of workers, so that the tests of `test/workers` find statements that the role
 * may not run.
 */
export async function workerUrl(url: string): Promise<string> {
  const isChosen =
    process.env['WAYBILL_TEST_WORKER_ROLE'] === 'true' && !/_(?:worker|api)$/.test(new URL(url).username);
  return isChosen ? (await rolesOf(url)).worker : url;
}
