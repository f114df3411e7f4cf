/**
 * A `SearchIndex` for the `Search` tool, e.g. `new SearxngSearch({ url })`, provided by a global module. Without one the tool
 * searches its own few documents.
 */
export const SEARCH_INDEX = Symbol('SEARCH_INDEX');
