import { ExpressAdapter } from '@nestjs/platform-express';
import { createHttpServer, type ServerTimes } from './http-server';

/** After it, a shutdown cuts the connections that are still open. */
const LAST_WORDS_MS = 1000;

/** Nest's adapter makes a server that no option of Node's reaches; this one makes its own. */
export class BoundedExpressAdapter extends ExpressAdapter {
  constructor(private readonly times: ServerTimes) {
    super();
  }

  override initHttpServer(): void {
    this.httpServer = createHttpServer(this.getInstance(), this.times);
  }

  /** The runs behind open connections have had their time to end; what they answer gets a moment to leave, the rest is cut. */
  override async close(): Promise<void> {
    const cut = setTimeout(() => this.httpServer.closeAllConnections(), LAST_WORDS_MS);
    this.httpServer.closeIdleConnections();
    await super.close();
    clearTimeout(cut);
  }
}
