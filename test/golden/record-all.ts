import { PROTOCOLS } from '../../src/index';
import { clerkRecordings, switchRecording } from './clerk-recordings';
import { demoRecordings } from './demo-recordings';
import type { Recording } from './recording';

/** Plays every situation in every protocol. */
export async function recordAll(): Promise<Recording[]> {
  const recordings: Recording[] = [await switchRecording()];
  for (const protocol of PROTOCOLS.keys()) {
    recordings.push(...(await demoRecordings(protocol)), ...(await clerkRecordings(protocol)));
  }
  return recordings;
}
