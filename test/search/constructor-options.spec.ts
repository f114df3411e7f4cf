import { ConfigError, OpenAiEmbedder, postgres, SearxngSearch, sqlite } from '../../src';

/** As a caller in plain JavaScript could make them, or one with a variable that is not set. */
const make = (Class: unknown, options: unknown) => () =>
  Reflect.construct<[unknown], object>(Class as new (options: unknown) => object, [options]);
const call = (open: unknown, options: unknown) => () => (open as (options: unknown) => object)(options);

it.each([
  ['an embedder without options', make(OpenAiEmbedder, undefined), 'model: expected the name of an embedding model'],
  ['an embedder without a model', make(OpenAiEmbedder, {}), 'model: expected the name of an embedding model'],
  [
    'an embedder of no address',
    make(OpenAiEmbedder, { model: 'm', baseUrl: '' }),
    'baseUrl: expected an http or https',
  ],
  ['an embedder of no texts', make(OpenAiEmbedder, { model: 'm', batchSize: 0 }), 'batchSize: expected an integer'],
  ['a search without options', make(SearxngSearch, undefined), 'The options of SearxngSearch: expected an object'],
  ['a search without an address', make(SearxngSearch, {}), 'The SearXNG address must be an http or https URL'],
  ['SQLite without options', call(sqlite, undefined), 'file: expected the path of a database file'],
  ['SQLite without a file', call(sqlite, { file: '' }), 'file: expected the path of a database file'],
  ['Postgres without an address', call(postgres, {}), 'url: expected postgres://'],
])('%s is refused where it is made, by name', (_, made, sentence) => {
  expect(made).toThrow(ConfigError);
  expect(made).toThrow(sentence);
});
