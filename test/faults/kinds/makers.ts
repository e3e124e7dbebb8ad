import { clock } from './clock.ts';
import { backend, crash, failover, standby } from './database.ts';
import { disk } from './disk.ts';
import { engine, engineNode } from './engine.ts';
import type { FaultKind, FaultMaker } from './fault.ts';
import { cut, halfOpen, slow } from './network.ts';
import { kill, pause } from './processes.ts';

export const faultMakers: Readonly<Record<FaultKind, FaultMaker>> = {
  ...{ kill, pause, crash, backend, failover, standby },
  ...{ cut, halfOpen, slow, disk, clock, engine, engineNode },
};
