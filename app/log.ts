import pino, { type Logger } from 'pino';

/** Characters that are written at once, and ms after which what has gathered is written anyway. */
const GATHERED = 65_536;
const FLUSH_MS = 100;

/** One JSON object a line on standard output, with the process's role in each. */
export function makeLog(role: string, level: string): Logger {
  const destination = pino.destination({ dest: 1, sync: false });
  // A closed pipe (`npm start | head`) must not end the service.
  destination.on('error', () => {});
  // Gathered here and not by the destination: given line by line it takes 8 µs for each, four times what making the
  // line takes, and as much as all else that the api does for a request of its own.
  let gathered = '';
  let timer: Timer | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (gathered === '') return;
    destination.write(gathered);
    gathered = '';
  };
  process.on('exit', () => {
    try {
      flush();
      destination.flushSync();
    } catch {
      // Nobody reads any more.
    }
  });
  return pino(
    {
      level,
      base: { role, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    {
      write(line: string) {
        gathered += line;
        if (gathered.length >= GATHERED) flush();
        else timer ??= setTimeout(flush, FLUSH_MS);
      },
    },
  );
}
