import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { entertainmentApply } from './index.ts'
import { dinner, guest } from '../testing.ts'

const amounts = (amount: string) => ({ amountDetails: [{ rowId: 'a1', amountType: '1', detail: '晚餐', amount }],
  estimatedTotalAmount: amount })

describeForm(entertainmentApply, {
  by: 'quality',
  filled: () => dinner(),
  edges: {
    'ZD-01': { breaks: { estimatedTotalAmount: '399.99' }, keeps: { estimatedTotalAmount: '400.00' } },
    'ZD-02': { breaks: { ourCount: 5, theirCount: 2 }, keeps: { ourCount: 4, theirCount: 2 } },
    'ZD-03': { breaks: { amountDetails: [] }, keeps: {} },
    // four people at 100 each: 400; for sixteen people the cap of 1500 applies
    'ZD-04': { breaks: amounts('400.01'), keeps: amounts('400.00') },
    'ZD-05': { breaks: { theirCount: 3 }, keeps: { theirCount: 3, counterpartPeople: [guest('1'), guest('2'), guest('3')] } },
    // the quality manager heads a department and still counts as a department manager
    'ZD-06': { breaks: { host: 'u-yangfan', hostType: '3' }, keeps: { host: 'u-yangfan', hostType: '2' } },
    'ZD-07': { breaks: { counterpartKind: '4', counterpartCompany: '采购部', drawDrinks: true },
      keeps: { counterpartKind: '4', counterpartCompany: '采购部', drawDrinks: false } },
    'ZD-08': { breaks: { entertainDate: '2026-11-19' }, keeps: { entertainDate: '2026-11-20' } },
    'ZD-09': { breaks: { entertainDate: '2026-11-16' }, keeps: { entertainDate: '2026-11-17' } },
    'ZD-10': { breaks: amounts('0.00'), keeps: amounts('0.01') },
    'ZD-11': {
      breaks: { drawDrinks: true, drinks: [{ rowId: 'd1', drinkType: '3', drinkName: '青岛', quantity: '0', unit: 'pack' }] },
      keeps: { drawDrinks: true, drinks: [{ rowId: 'd1', drinkType: '3', drinkName: '青岛', quantity: '0.01', unit: 'pack' }] },
    },
  },
  elsewhere: ['ZD-12'],
  passes: ['deptHead: yangfan'],
})
