import { Logger } from '@nestjs/common';
import { ProcessEnd } from '../../src/config/process-end';

const [act, signal = 'SIGTERM'] = process.argv.slice(2);
const never = new Promise<void>(() => undefined);

Logger.overrideLogger(false); // its lines would stand between those that the test reads
setInterval(() => undefined, 1000); // something that keeps the process up

new ProcessEnd(act === 'hang' ? 50 : undefined).listen().closing(async () => {
  process.stdout.write('closing\n');
  if (act === 'kill-twice') process.kill(process.pid, 'SIGTERM');
  if (act === 'kill-twice' || act === 'hang') await never;
  if (act === 'fail') throw new Error('cannot close');
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.stdout.write('closed\n');
});

if (act === 'reject') void Promise.reject(new Error('nobody caught this'));
else if (act === 'throw')
  setTimeout(() => {
    throw new Error('nor this');
  });
else process.kill(process.pid, signal);
