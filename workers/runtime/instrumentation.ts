import type { Channel, Channels } from '../../domain/ports/channels.ts';
import type { Renderer } from '../../domain/ports/rendering.ts';
import { metrics } from '../../domain/runtime/metrics.ts';
import { overlay } from '../../domain/runtime/overlay.ts';

/** The same channels, each hand-over counted by how it ended. */
export function instrumentChannels({ email, sms, webhook }: Channels): Channels {
  return {
    email: email.map((channel) => countedChannel(channel, 'email')),
    sms: sms.map((channel) => countedChannel(channel, 'sms')),
    webhook: webhook.map((channel) => countedChannel(channel, 'webhook')),
  };
}

function countedChannel<Message>(channel: Channel<Message>, name: keyof Channels): Channel<Message> {
  return overlay(channel, {
    async send(message, signal) {
      const ended = metrics.handOverSeconds.startTimer({ channel: name });
      const handOver = await channel.send(message, signal);
      ended();
      metrics.handOvers.inc({ channel: name, outcome: handOver.outcome });
      return handOver;
    },
  });
}

/** The same renderer, each rendering counted by format and by how it ended. */
export function instrumentRenderer(renderer: Renderer): Renderer {
  return overlay(renderer, {
    async render(rendering, signal) {
      const { format } = rendering;
      const ended = metrics.renderingSeconds.startTimer({ format });
      try {
        const outcome = await renderer.render(rendering, signal);
        ended();
        metrics.renderings.inc({ format, outcome: 'problem' in outcome ? 'refused' : 'made' });
        return outcome;
      } catch (error) {
        metrics.renderings.inc({ format, outcome: 'failed' });
        throw error;
      }
    },
  });
}
