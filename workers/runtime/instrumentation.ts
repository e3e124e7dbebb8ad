import { type ChannelDrivers, mapDrivers } from '../../domain/notifications/channels/index.ts';
import type { Channel } from '../../domain/ports/channels.ts';
import { ConverterNotReady, type Renderer } from '../../domain/ports/rendering.ts';
import type { Metrics } from '../../domain/runtime/metrics.ts';

/** The same drivers, with each message counted and timed by its outcome. */
export const instrumentChannels = (metrics: Metrics, drivers: ChannelDrivers): ChannelDrivers =>
  mapDrivers(drivers, (driver, name) => instrumentChannel(metrics, name, driver));

function instrumentChannel<Message>(metrics: Metrics, name: string, channel: Channel<Message>): Channel<Message> {
  const { provider, maxSendMs, confirmsHandOver, lookUp } = channel;
  return {
    provider,
    ...(maxSendMs !== undefined && { maxSendMs }),
    ...(confirmsHandOver !== undefined && { confirmsHandOver }),
    async send(message, signal, confirm) {
      const stopTimer = metrics.handOverSeconds.startTimer({ channel: name });
      const result = await channel.send(message, signal, confirm);
      stopTimer();
      metrics.handOvers.inc({ channel: name, outcome: result.outcome });
      return result;
    },
    ...(lookUp && { lookUp: lookUp.bind(channel) }),
  };
}

/** The same renderer, with each rendering counted and timed by its format and outcome. */
export function instrumentRenderer(metrics: Metrics, renderer: Renderer): Renderer {
  const { size } = renderer;
  return {
    ...(size !== undefined && { size }),
    async render(rendering, signal) {
      const { format } = rendering;
      const stopTimer = metrics.renderingSeconds.startTimer({ format });
      try {
        const outcome = await renderer.render(rendering, signal);
        stopTimer();
        metrics.renderings.inc({ format, outcome: 'problem' in outcome ? 'rejected' : 'rendered' });
        return outcome;
      } catch (error) {
        // Such a document is tried again: its converter is starting.
        if (!(error instanceof ConverterNotReady)) metrics.renderings.inc({ format, outcome: 'failed' });
        throw error;
      }
    },
    evict: () => renderer.evict(),
  };
}
