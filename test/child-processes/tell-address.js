// Tells the parent where a server listens: a log may be set to say nothing.
const { Server } = require('node:net');

const { listen } = Server.prototype;
Server.prototype.listen = function (...given) {
  this.once('listening', () => {
    const address = this.address();
    if (typeof address === 'object' && address !== null)
      process.send?.({ listening: `http://127.0.0.1:${address.port}` });
  });
  return listen.apply(this, given);
};
