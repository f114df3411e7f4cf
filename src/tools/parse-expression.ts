import jsep from 'jsep';

/** What the parser keeps for the whole process. */
interface ParserState {
  binary_ops: Record<string, number>;
  unary_ops: Record<string, number>;
  right_associative: Set<string>;
  additional_identifier_chars: Set<string>;
  literals: Record<string, unknown>;
  hooks: object;
  max_binop_len: number;
  max_unop_len: number;
}

const ARITHMETIC: ParserState = {
  binary_ops: { '+': 1, '-': 1, '*': 2, '/': 2, '%': 2, '**': 3 },
  unary_ops: { '+': 1, '-': 1 },
  right_associative: new Set(['**']),
  additional_identifier_chars: new Set(['_']),
  literals: {},
  hooks: {},
  max_binop_len: 2,
  max_unop_len: 1,
};

const { Jsep } = jsep as unknown as { Jsep: ParserState };

/**
 * The syntax tree of an arithmetic expression. jsep keeps its operators and plug-ins in one place per process, so ours are put
 * there for the time of one synchronous parse: an app that uses jsep too neither changes our grammar nor notices it.
 * @throws Error of jsep's for what is no expression
 */
export function parseExpression(text: string): jsep.CoreExpression {
  const {
    binary_ops,
    unary_ops,
    right_associative,
    additional_identifier_chars,
    literals,
    hooks,
    max_binop_len,
    max_unop_len,
  } = Jsep;
  try {
    Object.assign(Jsep, ARITHMETIC);
    return jsep(text) as jsep.CoreExpression;
  } finally {
    Object.assign(Jsep, {
      binary_ops,
      unary_ops,
      right_associative,
      additional_identifier_chars,
      literals,
      hooks,
      max_binop_len,
      max_unop_len,
    });
  }
}
