/** class-transformer keeps what `@Type` said in a file that it ships without types. */
declare module 'class-transformer/cjs/storage' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage';
}
