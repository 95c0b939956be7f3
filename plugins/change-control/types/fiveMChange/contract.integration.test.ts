import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { fiveMOf, fiveMSay } from '../testing-five-m.ts'
import { fiveMChange } from './index.ts'

describeForm(fiveMChange, {
  by: 'jinlong',
  chosen: [{ nodeId: 'electronic', userIdList: ['u-employee'] }],
  filled: (support) => fiveMOf(support),
  say: fiveMSay,
  passes: ['deptHead: wuqiang', 'process: liuyang', 'electronic: employee', 'qualityAssess: quality', 'qualityAssess: yangfan',
    'materialPurchase: buyer', 'patchPlan: caijun', 'patchOrder: caijun', 'production: wuqiang', 'verify: quality'],
  edges: {
    'FM-R5': { breaks: { planStart: '2026-11-20', planEnd: '2027-02-19' }, keeps: { planStart: '2026-11-20', planEnd: '2027-02-18' } },
    'FM-R7': { breaks: { level: 'A', customerNotice: '0' }, keeps: { level: 'B', customerNotice: '0' } },
    'FM-R8a': { breaks: { electronicState: '2' }, keeps: { electronicState: '1' } },
    'FM-R8b': { breaks: { structureState: '5' }, keeps: { structureState: '0' } },
    'FM-R8c': { breaks: { softwareState: '3' }, keeps: { softwareState: '1' } },
    'FM-R9': { breaks: { planStart: '2026-11-19' }, keeps: { planStart: '2026-11-20' } },
    'FM-R10': { breaks: { planStart: '2026-11-25', planEnd: '2026-11-24' }, keeps: { planStart: '2026-11-25', planEnd: '2026-11-25' } },
  },
  elsewhere: ['FM-R2', 'FM-R3a', 'FM-R3b', 'FM-R3c', 'FM-R4', 'FM-R11', 'FM-R12', 'FM-R13'],
})
