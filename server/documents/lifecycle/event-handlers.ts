import type { Event } from '#approval/event.ts'
import { type DocumentStatus, startNode } from '#approval/types.ts'
import type { DocumentExtension, DocumentStep, ReleaseReason } from '#server/extensions/document-extension.ts'
import { type DocumentHost, extensionsOf } from '../host.ts'
import { writePostings } from '#server/postings/write-postings.ts'
import { writeInto } from './write-into.ts'

type EventHandler = (extension: DocumentExtension, step: DocumentStep, wasCompleted: boolean) => Promise<void> | undefined

const released = (reason: ReleaseReason): EventHandler => (extension, step, wasCompleted) =>
  extension.onReleased?.(step, reason, wasCompleted)

const handlers: Partial<Record<Event['type'], EventHandler>> = {
  started: (extension, step) => extension.onSubmit?.(step),
  passed: (extension, step) => extension.onPass?.(step),
  completed: (extension, step) => extension.onCompleted?.(step),
  refused: released('refused'),
  revoked: released('revoked'),
  voided: released('voided'),
}

/** Lets the modules act on what has happened, in the order in which it happened. */
export async function runEventHandlers(host: DocumentHost, step: DocumentStep, events: readonly Event[],
  before?: DocumentStatus): Promise<void> {
  const extensions = extensionsOf(host, step.form)
  const outcome = outcomeOf(host, step)
  for (const event of events) {
    const handler = handlers[event.type]
    if (!handler) continue
    const { isNew, ...moment } = { ...outcome, node: nodeOf(event) }
    const current = isNew && event.type === 'started' ? { ...moment, isNew } : moment
    for (const extension of extensions) await handler(extension, current, before === 'completed')
  }
  await writePostings(host, step, events)
}

/** A step with what may be done after it. */
export const outcomeOf = (host: DocumentHost, step: DocumentStep): DocumentStep => ({ ...step,
  writeInto: (writes) => writeInto(host, step, writes) })

const nodeOf = (event: Event): string | undefined => {
  if (event.type === 'started') return startNode
  return event.type === 'passed' || event.type === 'refused' ? event.node : undefined
}
