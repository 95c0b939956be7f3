import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { HttpFailure } from '#providers/failure.ts'
import type { Http, WritingHttp } from '#providers/http.ts'
import type { Reactions } from '#providers/reactions.ts'
import { changeLocale, startTexts } from '#providers/i18n.ts'
import { attachment, calculated, date, defineFields, money, person, radio, table, text } from '#kernel/fields.ts'
import { approve, defineFlow, initiator } from '#kernel/flow.ts'
import { defineForm, type Form } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import type { AppConfig } from '../browser-plugin.ts'
import { BackendContext } from '../backend.ts'
import { DialogsProvider } from '../dialogs/dialogs-context.tsx'
import { PassQueueProvider } from '../documents/batch/PassQueueProvider.tsx'
import { sourceOf } from '../routing/declaration-source.ts'
import { RefineRoot } from '../refine/RefineRoot.tsx'
import { RoutesContext } from '../routing/routes-context.ts'
import { shellTexts } from '../texts.ts'
import { TextProvider } from '../text.tsx'
import { TabContext, TabsContext, type TabsControl } from '../tabs/tabs-context.ts'
import { UnsavedInput } from '../tabs/unsaved.tsx'

// field kinds are lazy chunks, which load slowly on a busy machine
configure({ asyncUtilTimeout: 15_000 })

/** Common attributes of forms in tests. */
export const madeUp = { key: 'madeUpClaim', cn: '试用报销', en: 'Sample claim', path: '/sample', prefix: 'SY', group: 'sample',
  icon: 'file', amount: 'total' } as const

/** A sample claim: a condition, a wide table, a total, a question. */
export const claim: Form = defineForm({
  ...madeUp,
  sections: [{ id: 'basics', cn: '基本信息', en: 'Basics' }, { id: 'items', cn: '明细', en: 'Items' }],
  fields: defineFields({
    title: text({ cn: '标题', en: 'Title', required: true, max: 30, section: 'basics' }),
    applicant: person({ cn: '申请人', en: 'Applicant', readOnly: true, default: 'currentUser.id', section: 'basics' }),
    kind: radio({ cn: '类别', en: 'Kind', section: 'basics', default: '"a"', clears: ['items'],
      options: [{ value: 'a', cn: '甲', en: 'Kind A' }, { value: 'b', cn: '乙', en: 'Kind B' }] }),
    urgent: radio({ cn: '加急', en: 'Urgent', section: 'basics', default: '"0"',
      options: [{ value: '1', cn: '是', en: 'Yes' }, { value: '0', cn: '否', en: 'No' }] }),
    cause: text({ cn: '加急原因', en: 'Cause', required: 'urgent = "1"', section: 'basics' }),
    paidOn: date({ cn: '付款日期', en: 'Paid on', atNode: 'cashier', section: 'basics' }),
    items: table({
      cn: '明细',
      en: 'Items',
      required: true,
      section: 'items',
      span: 4,
      columns: {
        detail: text({ cn: '内容', en: 'Detail', required: true, max: 25 }),
        amount: money({ cn: '金额', en: 'Amount', required: true, min: 0 }),
        approved: money({ cn: '核准金额', en: 'Approved', required: true, default: 'amount', editAt: ['cashier'] }),
        proof: text({ cn: '凭证号', en: 'Proof', required: 'amount > 100' }),
        note: text({ cn: '说明', en: 'Note' }),
        place: text({ cn: '地点', en: 'Place' }),
        origin: text({ cn: '来源', en: 'Origin' }),
        files: attachment({ cn: '文件', en: 'Files' }),
      },
    }),
    said: table({ cn: '说明', en: 'Explanations', as: 'explanations', system: true, readOnly: true,
      columns: { explain: text({ cn: '说明', en: 'Explanation' }) } }),
    total: calculated({ cn: '合计', en: 'Total', result: 'money', value: 'sum(items[amount != null].amount)', section: 'items' }),
  }),
  rules: defineRules([
    rule('SY-01', { when: 'total > 1000', level: 'confirm', fields: ['total'], cn: '金额较大，是否继续？',
      en: 'A large amount. Continue?' }),
    rule('SY-02', { each: 'items', when: 'amount = 77', level: 'confirm', fields: ['amount'], cn: '金额与文件不一致',
      en: 'The amount differs from the file' }),
  ]),
  flow: defineFlow([approve('cashier', initiator, { cn: '出纳', en: 'Cashier' })]),
})

type CallStub = (body: never) => unknown

/** An HTTP client that answers calls by path; a path without answer is refused as missing. */
function fakeHttp(answers: Readonly<Record<string, CallStub>>) {
  const call = vi.fn(async (path: string, body?: unknown): Promise<unknown> => {
    const answer = answers[path]
    if (!answer) throw new HttpFailure({ kind: 'missing', message: `no answer for ${path}`, code: 404 })
    return answer(body as never)
  })
  const http: WritingHttp = {
    get: call as Http['get'],
    query: call as Http['query'],
    prefetch: () => undefined,
    post: call as WritingHttp['post'],
    put: call as WritingHttp['put'],
    delete: call as WritingHttp['delete'],
    act: (async (path, body) => ({ outcome: 'done', data: await call(path, body), message: '' })) as WritingHttp['act'],
    upload: ({ path, content }) => call(path, content) as never,
    raw: (({ path, body }) => call(path, body)) as Http['raw'],
    resume: () => undefined,
    expectNews: () => undefined,
  }
  return { http, call }
}

/** Answers of the calls at start-up. */
const started: Readonly<Record<string, CallStub>> = {
  '/system/user/currentUser': () => ({ id: 'wang', name: '王伟/Wei Wang', userName: 'wang', roles: [] }),
  '/system/sysDict/list': () => [],
  '/system/users/list': () => [{ id: 'wang', name: '王伟/Wei Wang' }],
  '/system/reference/person/find': () => [{ id: 'wang', name: '王伟/Wei Wang', enabled: true, departments: [] }],
}

let texts: Promise<void> | undefined

/** Renders a page in a tab of the shell with these answers, in English. */
export async function draw(page: ReactNode | ((http: Http) => Promise<ReactNode>), answers: Readonly<Record<string, CallStub>> = {},
  address = '/sample', modules: Partial<AppConfig> = {}) {
  texts ??= startTexts([shellTexts], 'en')
  await texts
  await changeLocale('en')
  const { http, call } = fakeHttp({ ...started, ...answers })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(['read', 'user'], started['/system/user/currentUser']?.(undefined as never))
  const tabs = tabsControl()
  const notify = vi.fn<Reactions['notify']>()
  const backend = { http, session: { beforeSignOut: () => () => undefined } as never, reactions: { on: () => () => undefined, notify } }
  const world = { brand: { cn: '示例', en: 'Sample' }, pages: [], declarations: async () => sourceOf([]), ...modules }
  const drawn = typeof page === 'function' ? await page(http) : page
  // suspended components resume only inside an awaited `act`
  const { unmount } = await act(async () =>
    render(
      <TextProvider>
        <QueryClientProvider client={client}>
          <BackendContext value={backend}>
            <RoutesContext value={{ config: world, pages: [] }}>
              <MemoryRouter initialEntries={[address]}>
                <TabsContext value={tabs}>
                  <TabContext value="/sample">
                    <DialogsProvider>
                      <RefineRoot>
                        <PassQueueProvider>
                          <Suspense>{drawn}</Suspense>
                        </PassQueueProvider>
                      </RefineRoot>
                    </DialogsProvider>
                  </TabContext>
                </TabsContext>
              </MemoryRouter>
            </RoutesContext>
          </BackendContext>
        </QueryClientProvider>
      </TextProvider>,
    )
  )
  return { user: userEvent.setup(), call, notify, tabs, client, unmount }
}

const tabsControl = () =>
  ({
    tabs: { open: [], active: '/sample', at: '/sample' },
    unsaved: new UnsavedInput(),
    go: vi.fn<TabsControl['go']>(),
    close: vi.fn<TabsControl['close']>(),
    closeMany: vi.fn<TabsControl['closeMany']>(),
    replace: vi.fn<TabsControl['replace']>(),
    refresh: vi.fn<TabsControl['refresh']>(),
    rename: vi.fn<TabsControl['rename']>(),
    move: vi.fn<TabsControl['move']>(),
  }) satisfies TabsControl
