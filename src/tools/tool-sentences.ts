import type { InputFault } from './input-fault';

/** What the tools say to a model in their own name. One object per language, so that a missing sentence does not compile. */
export interface ToolSentences {
  unknownTool(name: string, names: readonly string[], closest: string | undefined): string;
  badInput(tool: string, faults: readonly InputFault[], expected: string, example: string | undefined): string;
  cannotCheckInput(tool: string, message: string): string;
  failed(tool: string, message: string): string;
  timedOut(tool: string, ms: number): string;
  /** The run's own time is over. */
  outOfTime(tool: string): string;
  cancelled(tool: string): string;
  notStarted(tool: string): string;
  /** A person decided so; who it was is for the log and not for the model. */
  rejected(comment: string | undefined): string;
  /** Nobody decided. */
  readonly expired: string;
  /** It had given the same again and again. */
  withheld(tool: string): string;
  /** The process was stopped while it ran. */
  interrupted(tool: string): string;
  commitLost(tool: string): string;
  /** The same write may have happened before, and no person has approved it since. */
  notRepeated(tool: string): string;
  /** Follows a fault of a tool that writes. */
  readonly effectUnknown: string;
  /** Follows a fault of a tool that writes, where it is certain. */
  readonly noEffect: string;
  readonly noReason: string;
  readonly noResult: string;
  /** Stands where an observation was cut. */
  leftOut(chars: number, fullLength: number): string;
}

const EN: ToolSentences = {
  unknownTool: (name, names, closest) =>
    names.length === 0
      ? 'There are no tools here. Answer directly.'
      : `Unknown tool "${name}".${closest === undefined ? '' : ` Did you mean "${closest}"?`} Tools: ${names.join(', ')}`,
  badInput: (tool, faults, expected, example) =>
    [
      `The input of "${tool}" was not accepted, so the tool did not run:`,
      ...listed(faults, englishFault),
      `Expected: ${expected}`,
      ...(example === undefined ? [] : [`Example: ${example}`]),
    ].join('\n'),
  cannotCheckInput: (tool, message) =>
    `The input of "${tool}" could not be checked, so the tool did not run: ${message}`,
  failed: (tool, message) => `Tool "${tool}" failed: ${message}`,
  timedOut: (tool, ms) => `Tool "${tool}" gave no result within ${ms} ms and was stopped.`,
  outOfTime: (tool) => `Tool "${tool}" was stopped because the time of this run is used up.`,
  cancelled: (tool) => `Tool "${tool}" was stopped because this run was cancelled.`,
  notStarted: (tool) => `Tool "${tool}" was not started: this run was cancelled or has no time left.`,
  rejected: (comment) => `A person rejected this call, so it did not run${comment ? `: ${comment}` : '.'}`,
  expired: 'Nobody approved this call in time, so it did not run.',
  withheld: (tool) =>
    `${tool} cannot be used in this step: calling it gave the same again and again. Use another tool or answer.`,
  interrupted: (tool) => `The process stopped while tool "${tool}" was running.`,
  commitLost: (tool) => `The connection to the database was lost while the effect of tool "${tool}" was being stored.`,
  notRepeated: (tool) =>
    `Tool "${tool}" was not run: an earlier call with the same input may have happened already, and only a person can ` +
    'find out. Do not call it with this input again; say in your answer that a person must check.',
  effectUnknown:
    'Its effect is unknown: it may have happened or not. Do not repeat it; say in your answer that a person must check.',
  noEffect: 'It had no effect.',
  noReason: 'no reason was given',
  noResult: '(no result)',
  leftOut: (chars, fullLength) => `[… ${chars} of ${fullLength} characters left out …]`,
};

/** For a person who wrote the input: where it is wrong, as a JSON pointer, and what was expected there. */
export function pointedFault(fault: InputFault): { pointer: string; detail: string } {
  const path = 'path' in fault ? fault.path : '';
  const told = englishFault(fault);
  const detail = path !== '' && told.startsWith(`${path}: `) ? told.slice(path.length + 2) : told;
  const tokens = path === '' ? [] : path.replaceAll('[', '.').replaceAll(']', '').split('.');
  const pointer = tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { pointer: pointer.slice(0, 200), detail: detail.slice(0, 400) };
}

function englishFault(fault: InputFault): string {
  switch (fault.kind) {
    case 'unreadable':
      return `one JSON object with named fields was expected, got ${fault.got}`;
    case 'cut':
      return `the JSON object is not complete, got ${fault.got}`;
    case 'too-deep':
      return 'objects and lists are nested too deep';
    case 'missing':
      return `${fault.path}: required (${fault.expected}), but missing`;
    case 'unknown':
      return `${fault.path}: not a field here${fault.fields.length > 0 ? `; the fields are ${fault.fields.join(', ')}` : ''}`;
    case 'inexact':
      return `${fault.path}: the number is too long to be read exactly (got about ${fault.got}); write it as a string in quotes`;
    case 'type':
      return `${fault.path}: must be ${fault.expected}, got ${fault.got}`;
    case 'rule':
      return `${fault.path}: ${fault.rule}, got ${fault.got}`;
    default:
      return fault satisfies never;
  }
}

const ZH: ToolSentences = {
  unknownTool: (name, names, closest) =>
    names.length === 0
      ? '这里没有可用的工具，请直接回答。'
      : `没有名为“${name}”的工具。${closest === undefined ? '' : `你是不是想用“${closest}”？`}可用的工具：${names.join('、')}`,
  badInput: (tool, faults, expected, example) =>
    [
      `工具“${tool}”没有接受这个输入，因此没有执行：`,
      ...listed(faults, chineseFault),
      `应为：${expected}`,
      ...(example === undefined ? [] : [`示例：${example}`]),
    ].join('\n'),
  cannotCheckInput: (tool, message) => `无法检查工具“${tool}”的输入，因此没有执行：${message}`,
  failed: (tool, message) => `工具“${tool}”执行失败：${message}`,
  timedOut: (tool, ms) => `工具“${tool}”在 ${ms} 毫秒内没有返回结果，已被停止。`,
  outOfTime: (tool) => `本次运行的时间已用完，工具“${tool}”已被停止。`,
  cancelled: (tool) => `本次运行已被取消，工具“${tool}”已被停止。`,
  notStarted: (tool) => `工具“${tool}”没有执行：本次运行已被取消或时间已用完。`,
  rejected: (comment) => `这次调用没有通过人工审批，没有执行${comment ? `：${comment}` : '。'}`,
  expired: '这次调用在期限内没有人审批，没有执行。',
  withheld: (tool) => `本步不能使用 ${tool}：多次调用都得到同样的结果。请换一个工具，或给出最终答案。`,
  interrupted: (tool) => `工具“${tool}”执行时进程中断了。`,
  commitLost: (tool) => `保存工具“${tool}”的结果时，与数据库的连接断开了。`,
  notRepeated: (tool) =>
    `工具“${tool}”没有执行：之前用同样输入的调用可能已经生效，需要人工核实。不要再用这个输入调用它，并在回答中说明需要人工核实。`,
  effectUnknown: '它是否已经生效尚不清楚。不要重复执行，并在回答中说明需要人工核实。',
  noEffect: '没有生效。',
  noReason: '没有说明原因',
  noResult: '（没有结果）',
  leftOut: (chars, fullLength) => `[…… 共 ${fullLength} 个字符，此处省略 ${chars} 个 ……]`,
};

function chineseFault(fault: InputFault): string {
  switch (fault.kind) {
    case 'unreadable':
      return `应为一个带字段名的 JSON 对象，收到 ${fault.got}`;
    case 'cut':
      return `JSON 对象不完整，收到 ${fault.got}`;
    case 'too-deep':
      return '对象和数组嵌套得太深';
    case 'missing':
      return `${fault.path}：必填（${fault.expected}），但没有提供`;
    case 'unknown':
      return `${fault.path}：没有这个字段${fault.fields.length > 0 ? `；可用的字段是 ${fault.fields.join('、')}` : ''}`;
    case 'inexact':
      return `${fault.path}：数字太长，无法精确读取（约为 ${fault.got}），请写成带引号的字符串`;
    case 'type':
      return `${fault.path}：应为 ${fault.expected}，收到 ${fault.got}`;
    case 'rule':
      return `${fault.path}：${fault.rule}，收到 ${fault.got}`;
    default:
      return fault satisfies never;
  }
}

const MAX_FAULTS = 10;

/** Keys and custom messages are echoed from elsewhere, so each line has its bound too. */
const listed = (faults: readonly InputFault[], say: (fault: InputFault) => string): string[] => [
  ...faults.slice(0, MAX_FAULTS).map((fault) => `- ${say(fault).slice(0, 400)}`),
  ...(faults.length > MAX_FAULTS ? [`- … (${faults.length - MAX_FAULTS})`] : []),
];

export const TOOL_SENTENCES: Readonly<Record<'zh' | 'en', ToolSentences>> = { en: EN, zh: ZH };
