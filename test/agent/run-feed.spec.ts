import { RunFeed } from '../../src/agent/run-feed';
import { start } from './run-starts';

describe('a live feed', () => {
  it('is heard by watchers of the same tenant only, also when the id of a run is known', () => {
    const feed = new RunFeed();
    const heard: string[] = [];
    const stops = ['acme', 'umbrella'].map((tenant) =>
      feed.subscribe('r', tenant, { hear: () => heard.push(tenant), end: () => undefined }),
    );
    feed.publish(start('r', { tenant: 'acme' }), 'acme');
    feed.publish(start('other', { tenant: 'acme' }), 'acme');
    expect(heard).toEqual(['acme']);
    stops.forEach((stop) => stop());
    expect(feed.isWatched('r')).toBe(false);
  });
});
