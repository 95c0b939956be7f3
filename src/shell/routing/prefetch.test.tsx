import { afterEach, describe, expect, it, vi } from 'vitest'
import { defineFlow } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import type { Http } from '#providers/http.ts'
import * as permissions from '#providers/permissions.ts'
import { startTexts } from '#providers/i18n.ts'
import type { AppConfig } from '../browser-plugin.ts'
import type { ProcessSummary } from '../start/answers.ts'
import { sourceOf } from './declaration-source.ts'
import { loadPage } from './prefetch.ts'

const leave = defineForm({ key: 'leave', path: '/leave', cn: '请假', en: 'Leave', prefix: 'A', group: 'a', icon: 'file', fields: {},
  flow: defineFlow([]) })
const config = { declarations: async () => sourceOf([definePlugin({ id: 'made', forms: [leave] })]) } as unknown as AppConfig

it.each(['/leave-detail', '/leaveDetail'])('the document at %s is asked for before its page is drawn', async (pathname) => {
  await startTexts([], 'cn')
  const prefetch = vi.fn()
  await loadPage({ config, pages: [] }, { pathname, search: '?procInstId=d1' }, { http: { prefetch } as unknown as Http,
    processes: async () => [] })
  expect(prefetch).toHaveBeenCalledExactlyOnceWith('/oaserver/leave/detail', { procInstId: 'd1' }, 'GET')
})

describe('a new document', () => {
  afterEach(() => vi.restoreAllMocks())
  const opened = async (isAllowed: boolean, startable = true) => {
    await startTexts([], 'cn')
    let known = false
    vi.spyOn(permissions, 'may').mockImplementation(() => known && isAllowed)
    const query = vi.fn(async () => ({ value: {}, problems: [], nodes: [] }))
    const rights = Promise.resolve().then(() => (known = true))
    const processes = async () => [{ businessType: 'leave', startable } as ProcessSummary]
    await loadPage({ config, pages: [] }, { pathname: '/leave', search: '' }, { http: { query } as unknown as Http, rights, processes })
    return query
  }

  it('is calculated before its page is drawn, once the rights of the person are known', async () => {
    expect(await opened(true)).toHaveBeenCalledExactlyOnceWith('/oaserver/leave/calculate', { parameters: {}, nodeList: [] }, {
      quiet: true,
    })
  })

  it('is not calculated for whoever may not file it', async () => expect(await opened(false)).not.toHaveBeenCalled())

  it('is not calculated for whom its flow does not let start', async () => expect(await opened(true, false)).not.toHaveBeenCalled())
})
