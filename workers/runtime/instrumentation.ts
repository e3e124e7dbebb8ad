import type { Channel, Channels } from '../../domain/ports/channels.ts';
import type { Renderer } from '../../domain/ports/rendering.ts';
import type { Metrics } from '../../domain/runtime/metrics.ts';

/** The same channels, with each message counted and timed by its outcome. */
export function instrumentChannels(metrics: Metrics, { email, sms, webhook }: Channels): Channels {
  return {
    email: email.map((channel) => instrumentChannel(metrics, 'email', channel)),
    sms: sms.map((channel) => instrumentChannel(metrics, 'sms', channel)),
    webhook: webhook.map((channel) => instrumentChannel(metrics, 'webhook', channel)),
  };
}

function instrumentChannel<Message>(
  metrics: Metrics,
  name: keyof Channels,
  channel: Channel<Message>,
): Channel<Message> {
  const { provider, maxSendMs, lookUp } = channel;
  return {
    provider,
    ...(maxSendMs !== undefined && { maxSendMs }),
    async send(message, signal) {
      const stopTimer = metrics.handOverSeconds.startTimer({ channel: name });
      const result = await channel.send(message, signal);
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
        metrics.renderings.inc({ format, outcome: 'problem' in outcome ? 'refused' : 'made' });
        return outcome;
      } catch (error) {
        metrics.renderings.inc({ format, outcome: 'failed' });
        throw error;
      }
    },
    evict: () => renderer.evict(),
  };
}
