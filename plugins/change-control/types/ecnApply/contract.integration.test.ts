import type { FormValue } from '#kernel/values/value.ts'
import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { noticeOf, noticeSay } from '../testing.ts'
import { ecnApply } from './index.ts'

const line =
  (change: FormValue, more: readonly FormValue[] = []) => ({ changeItems: [first] = [] }: FormValue & { changeItems?: FormValue[] }) => ({
    changeItems: [{ ...first, ...change }, ...more.map((row) => ({ ...first, ...row }))],
  })

const edge = (breaks: FormValue, keeps: FormValue) => ({
  breaks: (filled: FormValue) => ({ ...filled, ...line(breaks)(filled as never) }),
  keeps: (filled: FormValue) => ({ ...filled, ...line(keeps)(filled as never) }),
})

const second = (position: string | null) => (filled: FormValue) => ({ ...filled,
  ...line({ position: null }, [{ rowId: 'l2', itemNo: 20, position }])(filled as never) })

const sameMaterial = (action: string) => (filled: FormValue) => {
  const [{ oldMaterial } = { oldMaterial: null }] = filled['changeItems'] as FormValue[]
  return { ...filled, ...line({ action, newMaterial: oldMaterial, drawing: 'A-1' })(filled as never) }
}

describeForm(ecnApply, {
  by: 'employee',
  filled: (support) => noticeOf(support),
  say: (support) => noticeSay(support),
  passes: ['rdHead: xuhaibo', 'bomReview: rd', 'process: liuyang', 'pmc: pmc', 'purchase: buyer', 'qualityHead: quality',
    'qualityHead: yangfan', 'changeOwner: employee', 'ecnExecDept: liuyang', 'executor: luxiao'],
  edges: {
    'E-R1': { breaks: sameMaterial('replace'), keeps: sameMaterial('rev') },
    'E-R2': { breaks: second(null), keeps: second('C102') },
    'E-R8': edge({ effective: 'date', effectiveDate: '2026-11-19' }, { effective: 'date', effectiveDate: '2026-11-20' }),
    'EA-R2': { breaks: { certImpact: '1' }, keeps: { certImpact: '1', affectedDocs: ['bom', 'cert'] } },
    'EA-R3': { breaks: { level: 'A', customerNotice: '0' }, keeps: { level: 'A', customerNotice: '1' } },
    'EA-R4': { breaks: { planEffectiveDate: '2026-11-19' }, keeps: { planEffectiveDate: '2026-11-20' } },
  },
  elsewhere: ['E-R3', 'E-R7', 'E-R9', 'E-R10'],
})
