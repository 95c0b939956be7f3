import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { baselineOf, baselineSay } from '../testing-family.ts'
import { ecnBaseline } from './index.ts'

const frozen = (rowId: string, docNo: string) => ({ rowId, docType: 'bom', docNo, docName: 'BOM', revision: 'A' })

describeForm(ecnBaseline, {
  by: 'employee',
  filled: (support) => baselineOf(support),
  say: baselineSay,
  passes: ['rdHead: xuhaibo', 'bomReview: rd', 'changeOwner: rd', 'qualityHead: quality', 'qualityHead: yangfan', 'docControl: pengyu'],
  edges: {
    'EB-R4': { breaks: { documents: [frozen('d1', 'A'), frozen('d2', 'A')] },
      keeps: { documents: [frozen('d1', 'A'), frozen('d2', 'B')] } },
    'EB-R5': { breaks: { effectiveDate: '2026-11-19' }, keeps: { effectiveDate: '2026-11-20' } },
  },
  elsewhere: ['EB-R3'],
})
