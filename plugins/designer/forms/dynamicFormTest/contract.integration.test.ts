import { type Contract, describeForm } from '#plugins/forms/server/contract-kit.ts'
import { allTests } from '#server/testing-scale.ts'
import { designedForm, newContent } from '../../company.ts'
import { publishedOnce } from '../../testing-publishing.ts'
import { dynamicFormTest } from './index.ts'

const line = (rowId: string, name: string, price = '400') => ({ rowId, name, qty: '1', price, kind: 'a' })

const contract: Contract = {
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
}

describeForm(dynamicFormTest, contract)

// the same form, drawn anew in the designer, is held to the same contract
if (allTests) {
  const asked = { urlPage: 'every-kind', prefix: 'DTCSB', group: 'it', cn: '各类字段', en: 'Every kind', from: dynamicFormTest.key }
  const inForce = publishedOnce(asked)
  describeForm(designedForm(newContent(asked, dynamicFormTest)), { ...contract, async filled(support) {
    await inForce(support)
    return contract.filled(support)
  } })
}
