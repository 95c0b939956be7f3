import type { Event } from '#approval/event.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import { type DueLine, dueLines, isSettled, momentOf, writtenLine } from './due-lines.ts'

/** Lines have to be posted before a pass, and a transaction does not wait for other systems. */
export class PostingsDue extends Error {
  constructor(readonly form: Form, readonly value: FormValue, readonly lines: readonly DueLine[]) {
    super('postings are due before the pass')
  }
}

/** Demands that what the nodes send that a pass leaves was posted before it. @throws PostingsDue with what was not */
export async function demandPosted(host: DocumentHost, step: DocumentStep, events: readonly Event[]): Promise<void> {
  if (!step.form.posts?.some(({ before }) => before)) return
  const due: DueLine[] = []
  for (const moment of events.flatMap((event) => momentOf(event) ?? []))
    for (const line of await dueLines(host, step, { moment, only: ({ before }) => before === true }))
      if (!isSettled(await writtenLine(step.db, line, step.at), line)) due.push(line)
  if (due.length > 0) throw new PostingsDue(step.form, step.value, due)
}
