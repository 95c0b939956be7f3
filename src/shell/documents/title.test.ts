import { expect, it } from 'vitest'
import { titleLinesOf, stepOf } from './title.ts'

const row = { title: '样机测试', titleEn: 'Sample test', subject: '夹具等 2 项', subjectEn: '夹具 and 1 more', processName: '费用报销' }

it('a title goes before what the document is about, in the language of the screen', () => {
  expect(titleLinesOf(row, { locale: 'cn' })).toEqual({ first: '样机测试', second: '夹具等 2 项', isGiven: false })
  expect(titleLinesOf(row, { locale: 'en' })).toEqual({ first: 'Sample test', second: '夹具 and 1 more', isGiven: false })
})

it('after it, where it only says who filed what', () => {
  expect(titleLinesOf({ ...row, title: '王伟提交的费用报销', titleEn: 'Expense submitted by Wei Wang' }, { locale: 'en' })).toEqual({
    first: '夹具 and 1 more',
    second: 'Expense submitted by Wei Wang',
    isGiven: true,
  })
})

it('and stands alone where there is nothing else to say, or it says so itself', () => {
  expect(titleLinesOf({ ...row, subject: null, subjectEn: null }, { locale: 'cn' })).toEqual({ first: '样机测试', second: undefined,
    isGiven: false })
  expect(titleLinesOf({ ...row, subject: '样机', subjectEn: '样机' }, { locale: 'cn' }).second).toBeUndefined()
  expect(titleLinesOf({ ...row, title: '样机测试等费用', subject: '样机测试等 3 项' }, { locale: 'cn' }).second).toBeUndefined()
  expect(titleLinesOf({ ...row, title: '样机测试等费用', subject: '样机运输等 3 项' }, { locale: 'cn' }).second).toBe('样机运输等 3 项')
})

it('a returned document waits for its initiator, not at a step that is called start', () => {
  const waiting = { state: 1, nodeId: 'head', nodeName: '部门负责人', nodeNameEn: 'Head' }
  expect(stepOf(waiting, { locale: 'en' }, { t: String })).toBe('Head')
  expect(stepOf({ ...waiting, nodeId: 'start', nodeName: '发起', nodeNameEn: 'Start' }, { locale: 'cn' }, { t: String })).toBe(
    'step.returned',
  )
})
