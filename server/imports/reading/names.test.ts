import { expect, it } from 'vitest'
import { department, people, reference } from '#kernel/fields.ts'
import { serverMessages } from '#server/server-messages.ts'
import { missingRecord } from './names.ts'

const label = { cn: '车辆', en: 'Vehicle' }
const vehicle = reference({ ...label, to: 'vehicle' })
const plate = { cn: '车牌号', en: 'Plate' }
const beyond = '没有“X”，或不在您的数据范围内，请填写'

it.each([
  ['a department', department(label), {}, { en: '“X” doesn’t exist or is outside your data scope. Enter the code or full name',
    cn: `${beyond}编码或完整名称` }],
  ['people', people(label), {}, { en: '“X” doesn’t exist or is disabled. Enter the job number, user name or full name',
    cn: '没有“X”，或已停用，请填写工号、用户名或姓名全称' }],
  ['a record with a name', vehicle, { keyLabel: plate }, {
    en: '“X” doesn’t exist or is outside your data scope. Enter the plate or full name',
    cn: `${beyond}车牌号或完整名称`,
  }],
  ['a record without one', vehicle, { keyLabel: plate, isNameless: true }, {
    en: '“X” doesn’t exist or is outside your data scope. Enter the plate',
    cn: `${beyond}车牌号`,
  }],
])('a text that names no record is told with what would name %s', (_, field, source, said) => {
  const { code, parameters } = missingRecord(field, source, 'X')
  const find = serverMessages([])
  expect({ en: find(code, parameters, 'en'), cn: find(code, parameters, 'cn') }).toEqual(said)
})
