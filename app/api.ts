import { makeApi } from '../api/http/server.ts';
import { healthRoutes, readinessOf } from '../api/routes/health.ts';
import { allRoutes } from '../api/routes/index.ts';
import { metricsRoutes } from '../api/routes/metrics.ts';
import { unsubscribeRoutes } from '../api/routes/notifications/unsubscribe.ts';
import { makeLiveStats } from '../domain/monitoring/liveStats.ts';
import { codeOf } from '../domain/runtime/errorDetails.ts';
import { OperatorError } from '../domain/runtime/operatorError.ts';
import { accessModeOf, originsOf } from './accessMode.ts';
import type { Config } from './config.ts';
import { makeGuardedSteps } from './guardedSteps.ts';
import { wireProcess } from './wiring.ts';

export async function runApi(config: Config): Promise<void> {
  const mode = accessModeOf(config);
  const { services, lifecycle, components, checks } = await wireProcess('api', config);
  const guardedSteps = makeGuardedSteps(services, config);
  const liveStats = makeLiveStats(services, async () => (await readinessOf(checks, () => {})).checks);
  const api = makeApi(services, {
    host: config.host,
    port: config.port,
    maxBody: config.maxBodyMb * 1024 * 1024,
    guard: {
      origins: originsOf(config),
      pages: config.allowedOrigins,
      acceptsCrossSite: config.allowedCrossSite,
      acceptsProxies: mode.authenticates || mode.behindGateway,
    },
    behindGateway: mode.behindGateway,
    ratePerCaller: mode.ratePerCaller,
    authenticates: mode.authenticates,
    stopDelay: config.stopDelaySeconds * 1_000,
    routes: allRoutes([...healthRoutes(checks), ...metricsRoutes(guardedSteps.id, liveStats), ...unsubscribeRoutes]),
  });
  await lifecycle.run([...components, liveStats, guardedSteps, api]).catch((error: unknown) => {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    throw new OperatorError(`PORT is ${config.port}, and another program listens there on ${config.host}.`);
  });
  services.log.info({ url: api.url }, 'api started');
}
