import { screen, within } from '@testing-library/react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { changeLocale } from '#providers/i18n.ts'
import type { AppConfig } from '../browser-plugin.ts'
import { claim, draw } from '../form/testing.tsx'
import { DetailPage } from './DetailPage.tsx'
import { type DocumentSequence, SequenceProvider } from './sequence/sequence-context.tsx'

type Answers = Readonly<Record<string, (body: never) => unknown>>

const wang = { id: 'wang', name: '王伟/Wei Wang', enable: true }
const zhang = { id: 'zhang', name: '张敏/Min Zhang', enable: true }

/** A sample claim that waits for Wei Wang at the cashier. */
export const filed: FiledDocument = {
  businessKey: 'd1',
  procInstId: 'd1',
  businessNo: 'SY1',
  businessType: 'madeUpClaim',
  procDefId: 'madeUpClaim:1',
  revision: 1,
  round: 1,
  state: 1,
  title: '线缆',
  titleEn: 'Cables',
  subject: null,
  subjectEn: null,
  startUserId: 'wang',
  createTime: '2026-11-20 09:00:00',
  endTime: null,
  currentTask: { id: 't1', name: 'Cashier', nodeId: 'cashier', assigneeList: ['wang'] },
  taskId: 't1',
  nodeId: 'cashier',
  suspendedTaskId: null,
  decidedOn: null,
  excludedAssignees: [],
  followUp: null,
  followUps: [],
  moduleActions: {},
  onward: null,
  definition: null,
  dropped: [],
  printsAccounts: false,
  withheld: [],
  exceptions: [],
  actsFor: [],
  serviceTask: null,
  postings: { lines: [], mayRetry: false, mayHandle: false },
  lackedFiles: [],
  runningTasks: [],
  confirmation: null,
  business: { title: 'Cables', applicant: 'wang', urgent: '0', total: '12.00', paidOn: '2026-11-20',
    items: [{ rowId: 'r1', detail: 'Two cables', amount: '12.00', approved: '12.00' }] },
  actions: ['pass', 'refuse', 'return', 'countersign', 'transfer', 'comment', 'copy'],
  editable: [],
  references: {},
  processRecord: [],
  skippedNodes: [],
  proposals: [],
  nodeList: [{ nodeId: 'cashier', nodeName: '出纳', nodeNameEn: 'Cashier', nodeType: 1, approvalTypeCode: 2, state: 'running',
    userList: [wang], why: null, selectUser: null, problems: [] }],
  checkList: [],
}

/** Exceptions: an invoice of the only row, and the whole claim. */
export const exceptions: FiledDocument['exceptions'] = [
  { key: 'a', text: { cn: '第 1 行发票是别家公司的', en: 'Row 1: invoice of another company' },
    detail: { cn: '发票开给 ACME', en: 'Made out to ACME' }, field: 'items.amount', row: { id: 'r1', place: 1 },
    explanation: 'Bought for us' },
  { key: 'b', text: { cn: '晚 12 天', en: '12 days late' }, detail: null, field: 'paidOn', row: null, explanation: null },
]

/** People found by pickers. */
const colleagues = [zhang, { id: 'li', name: '李娜/Na Li', enable: true }].map((person) => ({ ...person, enabled: true, departments: [] }))

export const nodeForm = { commentRequired: false, commentMustContain: [], opinionFacts: [], explains: null }

/** Renders the sample claim with these changes; calls without an answer are refused. */
export async function openDocument(part: Partial<FiledDocument> = {}, answers: Answers = {}, sequence?: DocumentSequence,
  modules: Partial<AppConfig> = {}) {
  const page = await draw(sequence
    ? (
      <SequenceProvider initial={sequence}>
        <DetailPage form={claim} />
      </SequenceProvider>
    )
    : <DetailPage form={claim} />, {
    '/oaserver/madeUpClaim/detail': () => ({ ...filed, ...part }),
    '/workflow/approvingNodeForm': () => nodeForm,
    '/oaserver/messages/myGotItSetRead': () => true,
    '/workflow/task/setReadState/t1': () => true,
    '/system/opinions': () => [],
    '/oaserver/fileWhitelist/list': () => [],
    '/system/reference/person/page': () => ({ records: colleagues, total: colleagues.length, current: 1 }),
    '/system/users/list': () => [wang, ...colleagues],
    ...answers,
  }, '/sample-detail?procInstId=d1', modules)
  await screen.findByRole('toolbar', {}, { timeout: 20_000 })
  const sent = (path: string) => page.call.mock.calls.filter(([called]) => called === path).map(([, body]) => body)
  return { ...page, sent, bar: within(screen.getByRole('toolbar')) }
}

/** Starts an action by its button or menu item; returns its dialog. */
export async function begin({ user, bar }: Pick<Awaited<ReturnType<typeof openDocument>>, 'user' | 'bar'>, name: RegExp) {
  const button = bar.queryByRole('button', { name })
  if (button) await user.click(button)
  else {
    await user.click(bar.getByRole('button', { name: /More actions|更多操作/ }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  return within(await screen.findByRole('dialog'))
}

/** Chooses a person in a picker of a dialog. */
export async function pick(user: Awaited<ReturnType<typeof openDocument>>['user'], picker: HTMLElement, name: string) {
  await user.click(picker)
  const options = await screen.findAllByText(name)
  await user.click(options.at(-1)!)
}

export const inChinese = () => changeLocale('cn')
