import { Refused } from '#kernel/errors.ts'
import { type AnswerWithText, withMessage } from '#server/http/answers/envelope.ts'
import type { CommandContext } from './run-command.ts'
import { act, mustRead } from './commands.ts'

/** Refusals that are not reported as errors: the answer contains when urging is possible again. */
const tooSoon: ReadonlySet<string> = new Set(['approval.urgeTooEarly', 'approval.urgeTooOften'])

/** Reminds the assignees. @returns whether they were reminded, with a message */
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
