import { expect, it } from 'vitest'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { HttpFailure } from '#providers/failure.ts'
import type { WritingHttp } from '#providers/http.ts'
import { repairAll } from './RepairBar.tsx'

const row = (id: string, assignee = 'li') =>
  ({ procInstId: id, businessType: 'leave', businessNo: `No. ${id}`,
    assignees: [{ id: assignee, name: assignee }] }) as unknown as DocumentRow
const rows = [row('a'), row('b'), row('c')]
const input = { comment: 'on leave', from: 'li', to: 'sun' }

/** Answers of the server by path; a function is called with the body. */
const serverOf = (answers: Readonly<Record<string, (body: never) => unknown>>) => {
  const call = async (path: string, body?: unknown) => answers[path]!(body as never)
  return { get: call, post: call } as unknown as WritingHttp
}

it('counts documents that were repaired at once, those that wait for a second person, and names those that were refused', async () => {
  const http = serverOf({ '/workflow/admin/forceEnd': ({ procInstId }: { procInstId: string }) => {
    if (procInstId === 'c') throw new HttpFailure({ kind: 'refused', code: 42009, message: 'Completed already' })
    return { proposal: procInstId === 'b' ? { id: 'p' } : null }
  } })
  expect(await repairAll(http, rows, { ...input, repair: 'forceEnd' })).toEqual({ done: 1, proposed: 1,
    refused: [{ number: 'No. c', problem: 'Completed already' }] })
})

it('counts moves that wait for a second person apart', async () => {
  const why = { code: 'approval.census.sameVersion', parameters: {} }
  const http = serverOf({ '/workflow/def/leave/design': () => ({ current: 'h' }),
    '/workflow/def/leave/census/move': () => ({ moved: 0, proposed: 2, skipped: [{ document: 'c', number: 'No. c', why }] }) })
  expect(await repairAll(http, rows, { ...input, repair: 'move' })).toEqual({ done: 0, proposed: 2, refused: [{ number: 'No. c', why }] })
})

it('says that a document without a running task has no step to skip', async () => {
  const http = serverOf({ '/oaserver/leave/detail': () => ({ runningTasks: [] }) })
  expect(await repairAll(http, [row('a')], { ...input, repair: 'skip' })).toMatchObject({ done: 0, proposed: 0,
    refused: [{ number: 'No. a', why: { code: 'approval.notAvailable' } }] })
})

it('hands over those that the person holds, each refused one with its reason', async () => {
  const http = serverOf({
    '/workflow/admin/handOver': ({ documents }: { documents: readonly string[] }) =>
      documents.map((document) => ({ document, reason: document === 'b' ? 'Filed by them' : null })),
  })
  expect(await repairAll(http, [...rows, row('d', 'zhao')], { ...input, repair: 'handOver' })).toEqual({ done: 2, proposed: 0,
    refused: [{ number: 'No. b', problem: 'Filed by them' }] })
})
