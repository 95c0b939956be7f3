import type { FormValue } from '#kernel/values/value.ts'
import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { changeOf, changeSay } from '../testing-family.ts'
import { ecnChange } from './index.ts'

const first = (change: FormValue, more: readonly FormValue[] = []) => (filled: FormValue) => {
  const [row = {}] = filled['changeItems'] as FormValue[]
  return { ...filled, changeItems: [{ ...row, ...change }, ...more.map((other) => ({ ...row, takenFrom: null, ...other }))] }
}

const alike = (action: string) => (filled: FormValue) => {
  const [row = {}] = filled['changeItems'] as FormValue[]
  return first({ action, newMaterial: row['oldMaterial'], drawing: 'A-1' })(filled)
}

describeForm(ecnChange, {
  by: 'employee',
  filled: (support) => changeOf(support),
  say: changeSay,
  passes: ['rdHead: xuhaibo', 'bomReview: rd', 'pmc: pmc', 'qualityHead: quality', 'qualityHead: yangfan', 'changeOwner: employee',
    'ecnExecDept: liuyang', 'executor: luxiao'],
  edges: {
    'E-R1': { breaks: alike('replace'), keeps: alike('rev') },
    'E-R2': { breaks: first({}, [{ rowId: 'c2', itemNo: 20 }]), keeps: first({}, [{ rowId: 'c2', itemNo: 20, position: 'C109' }]) },
    'E-R8': { breaks: first({ effective: 'date', effectiveDate: '2026-11-19' }),
      keeps: first({ effective: 'date', effectiveDate: '2026-11-20' }) },
    'EC-R4': { breaks: { changeKind: 'delay', newPlanDate: '2026-11-20' }, keeps: { changeKind: 'delay', newPlanDate: '2026-11-21' } },
    'EC-R5': { breaks: { changeKind: 'executor', newExecutor: 'u-luxiao' }, keeps: { changeKind: 'executor', newExecutor: 'u-suming' } },
  },
  elsewhere: ['E-R3', 'E-R9', 'E-R10'],
})
