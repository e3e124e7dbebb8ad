import type { Channel } from '../ports/channels.ts';
import type { DataSources } from '../ports/dataSources.ts';
import type { Renderer } from '../ports/rendering.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { SearchEngine } from '../ports/search.ts';
import type { Tracing } from './tracing.ts';

/** Decorators of ports: the same port, with a span for each call that leaves the process. */

export function traceSearch(tracing: Tracing, engine: SearchEngine): SearchEngine {
  if (!tracing.isEnabled) return engine;
  return {
    name: engine.name,
    costlyRefresh: engine.costlyRefresh,
    concurrentSyncs: engine.concurrentSyncs,
    createIndex: (kind, index) => engine.createIndex(kind, index),
    dropIndex: (kind, index) => engine.dropIndex(kind, index),
    promoteIndex: (kind, index, previous) => engine.promoteIndex(kind, index, previous),
    updateMapping: (kind, index) => engine.updateMapping(kind, index),
    sync: (kind, ids, indexes, options) => tracing.call('search.sync', () => engine.sync(kind, ids, indexes, options)),
    fill: (kind, index, range, signal) => tracing.call('search.fill', () => engine.fill(kind, index, range, signal)),
    versions: (kind, index, range) => engine.versions(kind, index, range),
    search: (kind, filtering, window) => tracing.call('search.search', () => engine.search(kind, filtering, window)),
    count: (kind, filtering, freshness) => tracing.call('search.count', () => engine.count(kind, filtering, freshness)),
    documents: (kind, index) => engine.documents(kind, index),
    existing: (indexes) => engine.existing(indexes),
    ping: () => engine.ping(),
  };
}

export function traceSandbox(tracing: Tracing, sandbox: Sandbox): Sandbox {
  return { run: (run, signal) => tracing.call('sandbox.run', () => sandbox.run(run, signal)) };
}

export function traceDataSources(tracing: Tracing, dataSources: DataSources): DataSources {
  return {
    fetchData: (request, signal) => tracing.call('data source.fetchData', () => dataSources.fetchData(request, signal)),
  };
}

export function traceRenderer(tracing: Tracing, renderer: Renderer): Renderer {
  const { size } = renderer;
  return {
    ...(size !== undefined && { size }),
    render: (rendering, signal) => tracing.call('renderer.render', () => renderer.render(rendering, signal)),
    evict: () => renderer.evict(),
  };
}

export function traceChannel<Message>(tracing: Tracing, name: string, channel: Channel<Message>): Channel<Message> {
  const { provider, maxSendMs, confirmsHandOver, lookUp } = channel;
  return {
    provider,
    ...(maxSendMs !== undefined && { maxSendMs }),
    ...(confirmsHandOver !== undefined && { confirmsHandOver }),
    send: (message, signal, confirm) => tracing.call(`${name}.send`, () => channel.send(message, signal, confirm)),
    ...(lookUp && {
      lookUp: (message, since) => tracing.call(`${name}.lookUp`, () => lookUp.call(channel, message, since)),
    }),
  };
}
