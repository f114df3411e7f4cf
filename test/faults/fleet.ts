import type { Count } from './figures';
import { Service } from './service';

/** Some processes of the service over one store; each that is killed is started again. */
export class Fleet {
  readonly #services: Service[] = [];
  #asked = 0;

  private constructor(
    private readonly count: Count,
    private readonly variables: Record<string, string>,
  ) {}

  static async start(count: Count, size: number, variables: Record<string, string>): Promise<Fleet> {
    const fleet = new Fleet(count, variables);
    for (let index = 0; index < size; index += 1) fleet.#services.push(await fleet.#start()); // the first makes the tables
    return fleet;
  }

  /** Of those that live, each time another one first. */
  urls(): string[] {
    const alive = this.#services.filter(({ isAlive }) => isAlive).map(({ url }) => url);
    this.#asked += 1;
    return this.#asked % 2 === 0 ? alive : alive.reverse();
  }

  /** By `kill -9`; resolves when another one listens in its place. */
  async restart(index: number): Promise<void> {
    await this.#services[index]!.endAtOnce();
    this.#services[index] = await this.#start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#services.map((service) => service.stop()));
  }

  #start(): Promise<Service> {
    return Service.start(this.count, this.variables);
  }
}
