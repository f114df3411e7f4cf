import { chromium, type Browser } from 'playwright-core';

/** Where Debian and Ubuntu put it. */
export const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Chromium without a window that looks up nothing of its own on the network. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
