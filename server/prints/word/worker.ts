import { parentPort } from 'node:worker_threads'
import { leftTags, tagProblems } from './check.ts'
import { filledTemplate } from './fill.ts'
import { textPartsOf } from './package.ts'
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
    return { problems: problems.length === 0 ? await fillingProblems(question.template, question.catalogue) : problems }
  } catch (error) {
    return { problems: error instanceof BadTemplate ? error.problems : [{ code: 'damaged' }] }
  }
}

/** Fills a template whose tags are right with nothing, then with one row a loop: it may still be one that cannot be filled. */
async function fillingProblems(template: Uint8Array, { fields, conditions, loops }: TagCatalogue): Promise<readonly TemplateProblem[]> {
  const everything = Object.fromEntries([...[...fields, ...conditions].map(({ name }) => [name, ' '] as const),
    ...loops.map(({ name }) => [name, [{}]] as const)])
  for (const data of [{}, everything]) {
    const left = leftTags(await textPartsOf(await filledTemplate(template, data)))
    if (left.length > 0) return left
  }
  return []
}
