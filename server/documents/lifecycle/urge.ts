import { Refused } from '#kernel/errors.ts'
import { type AnswerWithText, withMessage } from '#server/http/answers/envelope.ts'
import type { CommandContext } from './run-command.ts'
import { act, mustRead } from './commands.ts'

/** Being too early is no fault: the answer says when to come back. */
const tooSoon: ReadonlySet<string> = new Set(['approval.urgeTooEarly', 'approval.urgeTooOften'])

/** Reminds whoever has to act; answers whether they were reminded, with the sentence for the person. */
export async function urge(context: CommandContext, document: string): Promise<AnswerWithText> {
  await mustRead(context, document)
  try {
    await act(context, document, { action: 'urge' })
    return withMessage(true, 'documents.urged')
  } catch (error) {
    if (error instanceof Refused && tooSoon.has(error.code)) return withMessage(false, error.code, error.parameters)
    throw error
  }
}
