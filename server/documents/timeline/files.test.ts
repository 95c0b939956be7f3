import { expect, it } from 'vitest'
import type { Event } from '#approval/event.ts'
import { addedFiles, shownFiles } from './record.ts'

const at = '2026-11-20T02:00:00.000Z'
const reader = { person: 'li', now: new Date(at), inForm: [] }
const added = { type: 'attachmentAdded', by: 'li', at, attachments: ['f1'] } satisfies Event
const entries = (...events: Event[]) => events.map((event, index) => ({ seq: index + 1, round: 1, event }))
const shown = (...events: Event[]) => {
  const history = entries(...events)
  return history.map(({ event }) => shownFiles(event, addedFiles(history, reader), new Map()))
}

it('a file that was taken out is named by the entry that says so, in the line that added it, too', () => {
  const removed = { ...added, type: 'attachmentRemoved', files: [{ id: 'f1', name: 'plan.xlsx', size: 20 }] } satisfies Event
  const gone = { id: 'f1', realName: 'plan.xlsx', fileType: 'xlsx', size: 20, removed: true }
  expect(shown(added, removed)).toEqual([[gone], [gone]])
})

it('an entry from before names were kept is read, without a name', () => {
  const gone = { id: 'f1', realName: null, fileType: null, size: null, removed: true }
  expect(shown(added, { ...added, type: 'attachmentRemoved' })).toEqual([[gone], [gone]])
})
