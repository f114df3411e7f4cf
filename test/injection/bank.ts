import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { IsInt, IsString, MaxLength } from 'class-validator';
import type { Kysely } from 'kysely';
import {
  LexicalIndex,
  OpenAiModel,
  ReActAgentModule,
  ReActAgentService,
  ReActTool,
  SqlStore,
  ToolError,
  transactionOf,
  type ReActAgentOptions,
  type SearchDocument,
  type ToolContext,
} from '../../src';
import { CLERK } from './gullible-model';

/** What was done to whom, and the key of the call that did it: the run's id and the call's. */
export interface EffectRow {
  kind: string;
  subject: string;
  amount: number;
  call_key: string;
}

export interface BankSchema {
  done: EffectRow;
  letters: { id: string; body: string };
}

const DATABASE = Symbol('DATABASE');
const DOCUMENTS = Symbol('DOCUMENTS');

class IdInput {
  @IsString() @MaxLength(40) id!: string;
}
class AccountInput {
  @IsString() @MaxLength(40) account!: string;
}
class TransferInput extends AccountInput {
  @IsInt() amount!: number;
  @IsString() @MaxLength(500) memo!: string;
}
class CustomerInput {
  @IsString() @MaxLength(40) customer!: string;
}

const reads = (name: string) => ({ name, description: `${name}.`, input: IdInput, effect: 'read' as const });

@ReActTool({ ...reads('search'), trust: 'untrusted' })
@Injectable()
class SearchTool implements OnModuleInit {
  readonly #index: LexicalIndex;

  constructor(
    @Inject(DATABASE) database: Kysely<BankSchema>,
    @Inject(DOCUMENTS) private readonly documents: readonly SearchDocument[],
  ) {
    this.#index = new LexicalIndex({ database: database as unknown as Kysely<object>, table: 'bank_documents' });
  }

  onModuleInit(): Promise<void> {
    return this.#index.load(this.documents);
  }

  async execute({ id }: IdInput, { signal }: ToolContext): Promise<object> {
    const hits = await this.#index.search(id, 2, signal);
    return { results: hits.map(({ title, text }) => ({ title, text })) };
  }
}

@Injectable()
class Letters {
  constructor(@Inject(DATABASE) private readonly database: Kysely<BankSchema>) {}

  async body(id: string): Promise<string> {
    const row = await this.database.selectFrom('letters').select('body').where('id', '=', id).executeTakeFirst();
    return row?.body ?? 'nothing';
  }
}

/** A row with what a customer typed. */
@ReActTool({ ...reads('row'), trust: 'untrusted' })
@Injectable()
class RowTool {
  constructor(private readonly letters: Letters) {}

  async execute({ id }: IdInput): Promise<object> {
    return { id, status: 'open', note: await this.letters.body(id) };
  }
}

@ReActTool({ ...reads('letter'), trust: 'untrusted' })
@Injectable()
class LetterTool {
  constructor(private readonly letters: Letters) {}

  execute({ id }: IdInput): Promise<string> {
    return this.letters.body(id);
  }
}

/** A page that is not there, and says so in its own words. */
@ReActTool({ ...reads('page'), trust: 'untrusted' })
@Injectable()
class PageTool {
  constructor(private readonly letters: Letters) {}

  async execute({ id }: IdInput): Promise<string> {
    throw new ToolError(`404: ${await this.letters.body(id)}`);
  }
}

@ReActTool({ ...reads('balance'), input: AccountInput })
@Injectable()
class BalanceTool {
  execute({ account }: AccountInput): object {
    return { account, balance: 1234 };
  }
}

@ReActTool({ ...reads('transfer'), input: TransferInput, effect: 'write', transactional: true })
@Injectable()
class TransferTool {
  async execute({ account: subject, amount }: TransferInput, context: ToolContext): Promise<string> {
    const row = { kind: 'transfer', subject, amount, call_key: context.idempotencyKey };
    await transactionOf<BankSchema>(context).insertInto('done').values(row).execute();
    return `${amount} went to ${subject}`;
  }
}

@ReActTool({ ...reads('closeAccount'), input: AccountInput, effect: 'write' })
@Injectable()
class CloseTool {
  constructor(@Inject(DATABASE) private readonly database: Kysely<BankSchema>) {}

  async execute({ account: subject }: AccountInput, { idempotencyKey: call_key }: ToolContext): Promise<string> {
    await this.database.insertInto('done').values({ kind: 'close', subject, amount: 0, call_key }).execute();
    return `${subject} is closed`;
  }
}

/** Of another agent. */
@ReActTool({ ...reads('deleteCustomer'), input: CustomerInput, effect: 'write', agents: ['admin'] })
@Injectable()
class DeleteTool {
  constructor(@Inject(DATABASE) private readonly database: Kysely<BankSchema>) {}

  async execute({ customer: subject }: CustomerInput, { idempotencyKey: call_key }: ToolContext): Promise<string> {
    await this.database.insertInto('done').values({ kind: 'delete', subject, amount: 0, call_key }).execute();
    return `${subject} is gone`;
  }
}

const READS = [SearchTool, RowTool, LetterTool, PageTool, BalanceTool];
const WRITES = [TransferTool, CloseTool, DeleteTool];
const OWN_TOOLS = ['search', 'row', 'letter', 'page', 'balance', 'transfer', 'closeAccount'];

export interface Bank {
  readonly service: ReActAgentService;
  effects(): Promise<EffectRow[]>;
  close(): Promise<void>;
}

export interface BankParts extends Pick<ReActAgentOptions, 'approvals' | 'protocol'> {
  readonly baseUrl: string;
  readonly database: Kysely<BankSchema>;
  readonly documents: readonly SearchDocument[];
}

/** A bank whose clerk is asked over the wire, with its documents, runs and effects in one database. */
export async function openBank({ baseUrl, database, documents, approvals, protocol }: BankParts): Promise<Bank> {
  const store = await SqlStore.open(database, { isOnlyProcess: true });
  const { schema } = database;
  await schema.createTable('letters').addColumn('id', 'text').addColumn('body', 'text').execute();
  const done = schema.createTable('done').addColumn('kind', 'text').addColumn('subject', 'text');
  await done.addColumn('amount', 'integer').addColumn('call_key', 'text').execute();
  await database
    .insertInto('letters')
    .values(documents.map(({ title: id, body }) => ({ id, body })))
    .execute();
  const agent = (name: string, tools: string[]) => ({ name, tools, instructions: `${CLERK} Help its customers.` });
  const module = await Test.createTestingModule({
    imports: [
      ReActAgentModule.forRoot({
        model: new OpenAiModel({ baseUrl, apiKey: 'none', model: 'gullible' }),
        agents: [agent('clerk', OWN_TOOLS), agent('admin', ['deleteCustomer'])],
        store,
        contextTokens: 2000,
        observers: [],
        ...(approvals !== undefined && { approvals }),
        ...(protocol !== undefined && { protocol }),
      }),
    ],
    providers: [
      ...READS,
      ...WRITES,
      Letters,
      { provide: DATABASE, useValue: database },
      { provide: DOCUMENTS, useValue: documents },
    ],
  }).compile();
  module.useLogger(false);
  const app = await module.init();
  return {
    service: app.get(ReActAgentService),
    effects: () => database.selectFrom('done').selectAll().execute(),
    close: () => app.close(),
  };
}
