import { ToolError } from '../core/errors';
import { EXPRESSION_SENTENCES, type ExpressionSentences } from './expression-sentences';

/** What is wrong with an expression; its own message is English. */
export class ExpressionFault extends ToolError {
  constructor(private readonly wording: (say: ExpressionSentences) => string) {
    super(wording(EXPRESSION_SENTENCES.en));
  }

  in(language: 'zh' | 'en'): string {
    return this.wording(EXPRESSION_SENTENCES[language]);
  }
}
