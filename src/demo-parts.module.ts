import { Module, type DynamicModule, type Provider } from '@nestjs/common';

/** Gives the demo domains what they inject: the database, the data folder, search adapters. */
@Module({})
export class DemoPartsModule {
  static forRoot(providers: (Provider & { provide: symbol })[]): DynamicModule {
    return { module: DemoPartsModule, global: true, providers, exports: providers.map(({ provide }) => provide) };
  }
}
