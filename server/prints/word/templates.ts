import { Refused } from '#kernel/errors.ts'
import { WorkerBusy, workerQueue } from '#server/concurrency/worker-queue.ts'
import type { TagCatalogue, TemplateProblem } from './tags.ts'
import type { WordData } from './word-data.ts'
import type { WordAnswer, WordQuestion } from './worker.ts'

/** Files of users are only opened in this worker. */
const ask = workerQueue<WordQuestion, WordAnswer>({ file: new URL('./worker.ts', import.meta.url), timeout: 20_000, memory: 256,
  longestQueue: 16, kept: 60_000 })

async function answerOf(question: WordQuestion): Promise<WordAnswer> {
  return ask(question).catch((error: unknown) => {
    throw new Refused(error instanceof WorkerBusy ? 'prints.busy' : 'prints.word.tooMuch')
  })
}

/**
 * Finds the problems of a Word file as a template of a form; empty for a valid one.
 * @throws Refused where it exceeds the limits of the worker
 */
export async function checkTemplate(template: Uint8Array, catalogue: TagCatalogue): Promise<readonly TemplateProblem[]> {
  const answer = await answerOf({ template, catalogue })
  return 'problems' in answer ? answer.problems : []
}

/** Fills a template with a document. @throws Refused where it cannot be filled */
export async function fillTemplate(template: Uint8Array, data: WordData): Promise<Buffer> {
  const answer = await answerOf({ template, data })
  if ('filled' in answer) return Buffer.from(answer.filled)
  throw new Refused('prints.word.damaged')
}
