import { expect, it } from 'vitest'
import { calculated, defineFields, money, number, table } from '../fields.ts'
import { isSameInRmb, isSumInRmb } from './base-rate.ts'

const label = { cn: '名', en: 'Name' }
const inRmb = (value: string) => calculated({ ...label, result: 'money', rmb: true, value })
const form = {
  fields: defineFields({ rate: number({ ...label, as: 'exchangeRate' }), items: table({ ...label, columns: { amount: money(label) } }) }),
}

it('an amount in RMB says nothing new where the document is in RMB, unless it counts something else', () => {
  const converted = inRmb('rmb(amount, header.rate)')
  expect(isSameInRmb({ form, value: { rate: '1' } }, inRmb('rmb(amount, header.otherRate)'))).toBe(false)
  expect(isSameInRmb({ form, value: { rate: '1.000000' } }, converted)).toBe(true)
  expect(isSameInRmb({ form, value: { rate: '7.100000' } }, converted)).toBe(false)
  expect(isSameInRmb({ form, value: {} }, converted)).toBe(false)
  expect(isSameInRmb({ form, value: { rate: '1' } }, inRmb('rmb(amount * 12, header.rate)'))).toBe(false)
  expect(isSameInRmb({ form, value: { rate: '1' } }, inRmb('rmb( amount,header.rate )'))).toBe(true)
  expect(isSameInRmb({ form, value: { rate: '1' } }, inRmb('rmb(amount, header.rate) + 1'))).toBe(false)
  expect(isSameInRmb({ form, value: { rate: '1' } }, inRmb('rmb(amount'))).toBe(false)
})

it('a sum in RMB says nothing new beside the same sum where the document is in RMB', () => {
  const converted = { amount: money(label), amountRmb: inRmb('rmb(amount, header.rate)') }
  const summed = { fields: { ...form.fields, ...defineFields({ items: table({ ...label, columns: converted }) }) } }
  const sum = (value: string) => calculated({ ...label, result: 'money', value })
  const said = (rate: string, rmb: string, own: string) => isSumInRmb({ form: summed, value: { rate } }, inRmb(rmb), sum(own))
  expect(said('1', 'sum(items.amountRmb)', 'sum(items.amount)')).toBe(true)
  expect(said('1', 'rmb(sum(items.amount), rate)', 'sum(items.amount)')).toBe(true)
  expect(said('7.1', 'sum(items.amountRmb)', 'sum(items.amount)')).toBe(false)
  expect(said('1', 'sum(items.amountRmb)', 'sum(items.amount) - paid')).toBe(false)
  expect(said('1', 'sum(items.amountRmb[item > 0])', 'sum(items.amount[item > 0])')).toBe(true)
  expect(said('1', 'sum(items.amountRmb) + amountRmbOpen', 'sum(items.amount) + amountRmbOpen')).toBe(true)
})
