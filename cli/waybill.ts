#!/usr/bin/env bun
import { adminCommand } from './host/admin.ts';
import { doctorCommand } from './host/doctor.ts';
import { processCommands, runProcess } from './host/processes.ts';
import { makeProgram } from './program.ts';
import { run } from './run.ts';

await run(makeProgram({ processes: processCommands(), others: [adminCommand(), doctorCommand()], runApi: runProcess }));
