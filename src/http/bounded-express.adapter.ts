import { ExpressAdapter } from '@nestjs/platform-express';
import { createHttpServer, type ServerTimes } from './http-server';

/** Nest's adapter makes a server that no option of Node's reaches; this one makes its own. */
export class BoundedExpressAdapter extends ExpressAdapter {
  constructor(private readonly times: ServerTimes) {
    super();
  }

  override initHttpServer(): void {
    this.httpServer = createHttpServer(this.getInstance(), this.times);
  }

  /** Open connections are cut: the runs behind them have had their time to end. */
  override close(): Promise<unknown> | undefined {
    const closed = super.close();
    this.httpServer.closeAllConnections();
    return closed;
  }
}
