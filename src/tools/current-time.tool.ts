import { Injectable } from '@nestjs/common';
import type { ToolContext } from '../core/tool';
import { ReActTool, type ToolHandler } from './react-tool.decorator';
import { dateInZone, isoInZone, weekdayInZone } from './zoned-time';

export class CurrentTimeInput {}

/** The date and time that the run takes for now. */
@ReActTool({
  name: 'getCurrentTime',
  description: 'The current date, time and weekday. Takes no input. Use it before you count days or talk of today.',
  input: CurrentTimeInput,
  effect: 'read',
})
@Injectable()
export class CurrentTimeTool implements ToolHandler<CurrentTimeInput> {
  execute(_input: CurrentTimeInput, context: ToolContext): object {
    const { timeZone, language } = context;
    const now = context.now();
    return {
      now: isoInZone(now, timeZone),
      date: dateInZone(now, timeZone),
      weekday: weekdayInZone(now, timeZone, language),
      timeZone,
    };
  }
}
