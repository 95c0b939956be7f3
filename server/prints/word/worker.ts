import { parentPort } from 'node:worker_threads'
import { tagProblems } from './check.ts'
import { filledTemplate } from './fill.ts'
import type { TagCatalogue } from './tags.ts'
import { BadTemplate, type TemplateProblem } from './template-problem.ts'
import type { WordData } from './word-data.ts'

/** A template that is looked through, or filled. */
export type WordQuestion = { readonly template: Uint8Array } & ({ readonly catalogue: TagCatalogue } | { readonly data: WordData })

/** The worker's answer about it. */
export type WordAnswer = { readonly problems: readonly TemplateProblem[] } | { readonly filled: Uint8Array }

parentPort?.on('message', (question: WordQuestion) => void answer(question))

async function answer(question: WordQuestion): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(await answered(question))
}

async function answered(question: WordQuestion): Promise<WordAnswer> {
  try {
    if ('data' in question) return { filled: await filledTemplate(question.template, question.data) }
    const problems = await tagProblems(question.template, question.catalogue)
    // a file whose tags are right may still be one that cannot be filled
    if (problems.length === 0) await filledTemplate(question.template, {})
    return { problems }
  } catch (error) {
    return { problems: error instanceof BadTemplate ? error.problems : [{ code: 'damaged' }] }
  }
}
