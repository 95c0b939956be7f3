import type { FormValue } from '#kernel/values/value.ts'
import type { FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { type Contract, describeForm } from '#plugins/forms/server/contract-kit.ts'
import { everyNth } from '#server/testing-scale.ts'
import { designedForm, newContent } from '../company.ts'
import { publishedOnce } from '../testing-publishing.ts'
import { libraryForm } from './design.ts'
import { exampleOn } from './examples.ts'
import { library } from './library.ts'

const today = '2026-11-20'

interface Tried extends Pick<Contract, 'edges' | 'passes' | 'say'> {
  /** Values that an example leaves open: people, departments and files of the company. */
  readonly more?: (support: FilingSupport) => FormValue | Promise<FormValue>
}

/** A file that no document has yet. */
const file = async ({ product }: FilingSupport): Promise<readonly string[]> => [
  await product.as('quality').upload('file.pdf', Buffer.from('%PDF-1.4\n%%EOF')),
]
const line = (more: FormValue) => ({ rowId: 'r1', ...more })
const entry = (node: string, business: FormValue) => ({ [node]: { business } })

/** Values, passes and edges of each ready design, beside its last example. */
const tried: Readonly<Record<string, Tried>> = {
  leave: {
    more: () => ({ handover: 'u-yangfan' }),
    passes: ['deptHead: yangfan', 'viceGm: vp', 'hr: zhoujie'],
    edges: {
      'QJ-1': { breaks: { endDate: '2026-11-29' }, keeps: { endDate: '2026-11-30' } },
      'QJ-2': { breaks: { endDate: '2026-11-30', startHalf: '2', endHalf: '1' }, keeps: { endDate: '2026-11-30', startHalf: '2' } },
    },
  },
  overtime: {
    more: () => ({ workers: [line({ worker: 'u-quality', hours: '8', task: '更换导轨' })] }),
    passes: ['deptHead: yangfan', 'hr: zhoujie'],
    edges: {
      'JB-1': { breaks: { dayKind: 'holiday', compensation: 'timeOff' }, keeps: { dayKind: 'holiday', compensation: 'pay' } },
      'JB-2': {
        breaks: {
          workers: [line({ worker: 'u-quality', hours: '8', task: '甲' }), { rowId: 'r2', worker: 'u-quality', hours: '1', task: '乙' }],
        },
        keeps: {
          workers: [line({ worker: 'u-quality', hours: '8', task: '甲' }), { rowId: 'r2', worker: 'u-sales', hours: '1', task: '乙' }],
        },
      },
    },
  },
  visitor: {
    passes: ['deptHead: yangfan', 'reception: zhoujie'],
    say: entry('reception', { badges: 'B-01' }),
    edges: { 'FKSQ-1': { breaks: { departure: '2026-11-23 09:29:59' }, keeps: { departure: '2026-11-23 09:30:00' } } },
  },
  'seal-use': {
    more: async (support) => ({ files: await file(support) }),
    passes: ['deptHead: yangfan', 'sealKeeper: sunyue'],
    say: entry('sealKeeper', { sealedCopies: 2 }),
    edges: {},
  },
  'asset-borrowing': {
    passes: ['deptHead: yangfan', 'handOut: linfang', 'takeBack: linfang'],
    say: { ...entry('handOut', { handedOut: '已发放' }), ...entry('takeBack', { returnedOn: '2026-12-05', condition: '完好' }) },
    edges: {
      'JYZC-1': { breaks: { untilDate: '2026-11-20' }, keeps: { untilDate: '2026-11-21' } },
      'JYZC-2': { breaks: { untilDate: '2027-05-20' }, keeps: { untilDate: '2027-05-19' } },
    },
  },
  training: {
    more: () => ({ attendees: ['u-quality'] }),
    passes: ['deptHead: yangfan', 'hr: zhoujie'],
    edges: { 'PX-1': { breaks: { cost: '10000.01' }, keeps: { cost: '10000' } } },
  },
  hiring: {
    more: () => ({ payFrom: '8000.00', payTo: '12000.00' }),
    passes: ['deptHead: yangfan', 'hr: zhoujie', 'viceGm: vp'],
    edges: { 'ZP-1': { breaks: { payTo: '7999.99' }, keeps: { payTo: '8000' } } },
  },
  'gate-pass': {
    passes: ['deptHead: yangfan', 'gate: zhoujie'],
    say: entry('gate', { leftAt: '2026-11-21 10:00:00' }),
    edges: { 'FX-1': { breaks: { returns: true, returnsBy: '2026-11-20' }, keeps: { returns: true, returnsBy: '2026-11-21' } } },
  },
  'meeting-room': {
    passes: ['adminOffice: zhoujie'],
    say: entry('adminOffice', { arranged: '已预留' }),
    edges: {
      'HY-1': { breaks: { untilTime: '09:00' }, keeps: { untilTime: '09:01' } },
      'HY-2': {
        breaks: {
          attendees: ['employee', 'sales', 'it', 'finance', 'vp', 'gm', 'head', 'rd', 'yangfan', 'zhoujie'].map((name) => `u-${name}`),
        },
        keeps: { attendees: ['employee', 'sales', 'it', 'finance', 'vp', 'gm', 'head', 'rd', 'yangfan'].map((name) => `u-${name}`) },
      },
    },
  },
  'it-request': { passes: ['itAdmin: it'], say: entry('itAdmin', { result: '已更换电源' }), edges: {} },
  'petty-cash': {
    passes: ['deptHead: yangfan', 'financeManager: finance', 'cashier: cashier'],
    say: entry('cashier', { paidOn: '2026-11-23' }),
    edges: {
      'BYJ-1': { breaks: { settledBy: '2026-11-24' }, keeps: { settledBy: '2026-11-25' } },
      'BYJ-2': { breaks: { items: [line({ what: '餐饮', amount: '20000.01' })] },
        keeps: { items: [line({ what: '餐饮', amount: '20000' })] } },
    },
  },
  'safety-inspection': {
    more: () => ({ areaDept: 'sz-quality' }),
    passes: ['areaHead: yangfan'],
    edges: {
      'AQ-1': {
        breaks: { items: [line({ checked: '通道', result: 'finding', problem: '堵塞', owner: 'u-quality', dueOn: '2026-11-19' })] },
        keeps: { items: [line({ checked: '通道', result: 'finding', problem: '堵塞', owner: 'u-quality', dueOn: '2026-11-20' })] },
      },
    },
  },
}

for (const ready of everyNth(4, library)) {
  const { key, cn, en, prefix, group } = ready
  const asked = { urlPage: key, prefix, group, cn, en, from: `library:${key}` }
  const { more = () => ({}), ...contract } = tried[key]!
  const inForce = publishedOnce(asked)
  describeForm(designedForm(newContent(asked, libraryForm(ready))), { by: 'quality', ...contract,
    elsewhere: ready.key === 'seal-use' ? ['YZ-1'] : [], async filled(support) {
    await inForce(support)
    return { title: cn, applicantDept: 'sz-quality', ...exampleOn(ready.examples.at(-1)!.value, today), ...(await more(support)) }
  } })
}
