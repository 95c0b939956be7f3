import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { sampleOf, sampleSay, tester } from '../testing-samples.ts'
import { sampleReview } from './index.ts'

describeForm(sampleReview, {
  by: 'dongmei',
  chosen: tester,
  filled: (support) => sampleOf(support),
  say: (support) => sampleSay(support),
  passes: ['deptHead: buyer', 'test: songtao', 'rdReview: rd', 'qualityHead: quality', 'qualityHead: yangfan'],
  edges: {
    'SR-R3': { breaks: { supplier: null }, keeps: { supplier: null, newSupplierName: '新供应商' } },
    'SR-R4': { breaks: { requireDate: '2026-11-19' }, keeps: { requireDate: '2026-11-20' } },
    'SR-R5': { breaks: { receiveDate: '2026-11-21' }, keeps: { receiveDate: '2026-11-20' } },
    'SR-R6': { breaks: { reviewers: ['process'] }, keeps: { reviewers: ['process', 'quality'] } },
  },
  elsewhere: ['SR-R1', 'SR-R2'],
})
