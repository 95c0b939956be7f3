import { expect, it } from 'vitest'
import type { WritingHttp } from '#providers/http.ts'
import { disableOne } from './DisableDialog.tsx'

/** Server with two documents waiting for the person; it refuses to transfer the given ones. */
function server(refused: readonly string[] = []) {
  const calls: string[] = []
  const records = ['d1', 'd2'].map((document) => ({ id: `t-${document}`, name: '费用报销/Expense claim', detail: null, document }))
  const http = {
    query: async (path: string) => {
      calls.push(path)
      return { records, total: records.length }
    },
    post: async (path: string, body: { documents: readonly string[] }) => {
      calls.push(path)
      return body.documents.map((document) => ({ document, tasks: 1, reason: refused.includes(document) ? '接替人是发起人' : null }))
    },
    put: async (path: string) => {
      calls.push(path)
      return true
    },
  } as unknown as Pick<WritingHttp, 'query' | 'post' | 'put'>
  return { http, calls }
}

const user = { id: 'wang', version: 3 } as Parameters<typeof disableOne>[1]
const order = (to: string | null) => ({ leavingDate: null, succession: { to, comment: to === null ? '' : '离职' } })

it('hands over what waits for somebody before their sign-ins end', async () => {
  const { http, calls } = server()
  expect(await disableOne(http, user, order('li'))).toBeUndefined()
  expect(calls).toEqual(['/system/org/people/wang/usages/page', '/workflow/admin/handOver', '/system/user/wang/enable'])
})

it('leaves somebody enabled of whom a task could not be handed over, and says why', async () => {
  const { http, calls } = server(['d2'])
  expect(await disableOne(http, user, order('li'))).toBe('接替人是发起人')
  expect(calls).not.toContain('/system/user/wang/enable')
})

it('only ends the sign-ins where nobody takes over', async () => {
  const { http, calls } = server()
  await disableOne(http, user, order(null))
  expect(calls).toEqual(['/system/user/wang/enable'])
})
