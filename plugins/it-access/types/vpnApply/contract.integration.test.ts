import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { opened, vpnOf } from '../testing.ts'
import { vpnApply } from './index.ts'

const outsider = { userType: 'supplier', person: null, externalName: '王工', externalCompany: '苏州模具厂', guarantor: 'u-quality' }

describeForm(vpnApply, {
  by: 'quality',
  filled: () => vpnOf(),
  say: { itAdmin: opened('ying.cao') },
  passes: ['deptHead: yangfan', 'itAdmin: it'],
  edges: {
    'VP-R1': { breaks: { ...outsider, period: ['2026-11-20', '2027-05-19'] },
      keeps: { ...outsider, period: ['2026-11-20', '2027-05-18'] } },
    'VP-R1e': { breaks: { period: ['2026-11-20', '2027-11-20'] }, keeps: { period: ['2026-11-20', '2027-11-19'] } },
    'VP-R4': { breaks: { period: ['2026-11-19', '2026-12-01'] }, keeps: { period: ['2026-11-20', '2026-12-01'] } },
  },
  elsewhere: ['VP-R5'],
})
