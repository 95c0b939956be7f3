import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { measured, packingItem, packingOf } from '../testing.ts'
import { packingApply } from './index.ts'

describeForm(packingApply, {
  by: 'quality',
  filled: (support) => packingOf(support),
  say: { packageEng: measured() },
  // the head of quality certified it already
  passes: ['deptHead: yangfan', 'packageEng: liuyang', 'cert: yangfan'],
  edges: {
    'PK-R2': { breaks: { items: [packingItem({ isNew: '1' })] }, keeps: {} },
    'PK-R3': { breaks: { marks: ['none', 'ce'] }, keeps: { marks: ['none'] } },
    'PK-R4': { breaks: { deliveryDate: '2026-11-19' }, keeps: { deliveryDate: '2026-11-20' } },
    'PK-R5': { breaks: { items: [packingItem({ usage: '0.000' })] }, keeps: { items: [packingItem({ usage: '0.001' })] } },
  },
  elsewhere: ['PK-R1', 'PK-R6'],
})
