import { Logger } from '@nestjs/common';

/** A process in an unknown state is ended; what was stored goes on at the next start. */
export function endOnFaults(): void {
  const end = (kind: string) => (error: unknown) => {
    new Logger('Process').fatal({ err: error }, kind);
    process.exitCode = 1;
    // the log is written synchronously in pretty form; JSON lines get a moment to leave
    setTimeout(() => process.exit(1), 100);
  };
  process.on('uncaughtException', end('uncaught exception'));
  process.on('unhandledRejection', end('unhandled rejection'));
}
