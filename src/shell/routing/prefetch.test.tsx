import { expect, it, vi } from 'vitest'
import { defineFlow } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import type { Http } from '#providers/http.ts'
import { startTexts } from '#providers/i18n.ts'
import type { AppConfig } from '../app-config.ts'
import { sourceOf } from './declaration-source.ts'
import { loadPage } from './prefetch.ts'

const leave = defineForm({ key: 'leave', path: '/leave', cn: '请假', en: 'Leave', prefix: 'A', group: 'a', icon: 'file', fields: {}, flow: defineFlow([]) })
const config = { declarations: async () => sourceOf([definePlugin({ id: 'made', forms: [leave] })]) } as unknown as AppConfig

it.each(['/leave-detail', '/leaveDetail'])('the document at %s is asked for before its page is drawn', async (pathname) => {
  await startTexts([], 'cn')
  const prefetch = vi.fn()
  await loadPage({ config, pages: [] }, { pathname, search: '?procInstId=d1' }, { prefetch } as unknown as Http)
  expect(prefetch).toHaveBeenCalledExactlyOnceWith('/oaserver/leave/detail', { procInstId: 'd1' }, 'GET')
})
