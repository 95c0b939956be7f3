import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { dynamicFormTest } from './index.ts'

const line = (rowId: string, name: string, price = '400') => ({ rowId, name, qty: '1', price, kind: 'a' })

describeForm(dynamicFormTest, {
  by: 'admin',
  chosen: [{ nodeId: 'n3', userIdList: ['u-employee'] }],
  say: { n3: { comment: '同意', checkList: [{ item: 'complete', result: 'pass' }] } },
  filled: () => ({ applicantDept: 'sz-it', fText: 'Text', fMoney: '5000', fMulti: ['low'], fRadio: '1', fSwitch: true, fCond: '说明',
    fDaterange: ['2026-11-20', '2026-12-01'], fTable: [line('r1', '甲'), line('r2', '乙')] }),
  edges: {
    'DT-R1': { breaks: { fMoney: '799.99' }, keeps: { fMoney: '800' } },
    'DT-R2': { breaks: { fDate: '2026-11-19' }, keeps: { fDate: '2026-11-20' } },
    'DT-R3': { breaks: { fDaterange: ['2026-11-20', '2026-12-20'] }, keeps: { fDaterange: ['2026-11-20', '2026-12-19'] } },
    'DT-R4': { breaks: { fTable: [line('r1', '甲'), line('r2', '甲')] }, keeps: { fTable: [line('r1', '甲'), line('r2', '乙')] } },
  },
  passes: ['n1: it', 'n3: employee'],
})
