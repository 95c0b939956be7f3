import type { Event } from '../../src/approval/event.ts'
import type { DocumentStatus } from '../../src/approval/types.ts'
import type { DocumentStep, ReleaseReason } from '../plugin.ts'
import { type DocumentHost, extensionsOf } from './host.ts'

const releases: Partial<Record<Event['type'], ReleaseReason>> = { refused: 'refused', revoked: 'revoked', voided: 'voided' }

/** Lets the modules act on what has happened, in the order in which it happened. */
export async function consequences(host: DocumentHost, step: DocumentStep, events: readonly Event[], before?: DocumentStatus): Promise<void> {
  const extensions = extensionsOf(host, step.form)
  for (const { type } of events) {
    const release = releases[type]
    for (const extension of extensions) {
      if (type === 'started') await extension.onSubmit?.(step)
      else if (type === 'passed') await extension.onPass?.(step)
      else if (type === 'completed') await extension.onCompleted?.(step)
      else if (release) await extension.onReleased?.(step, release, before === 'completed')
    }
  }
}
