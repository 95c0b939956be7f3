import { describe, expect, it } from 'vitest'
import { type OpinionFact, statedIn } from '#kernel/flow/opinion-facts.ts'
import { proposing, spokenPart, stating, withSpoken } from './passing.tsx'

const arrival: OpinionFact = { key: 'arrivalTime', title: '到货时间', cn: '到货时间', en: 'Arrival time' }
const order: OpinionFact = { key: 'orderNo', title: 'SMT订单号', cn: '订单号', en: 'Order number', pattern: '[A-Z0-9-]{6,20}' }

const line = '【到货时间：2026-11-20 14:30】'

describe('facts in an opinion', () => {
  it('stand in a line at its end, once', () => {
    expect(stating('好', arrival, '2026-11-20 14:30')).toBe(`好\n${line}`)
    expect(stating(`好\n${line}`, arrival, '2026-11-21 08:00')).toBe('好\n【到货时间：2026-11-21 08:00】')
    expect(stating(`好\n${line}`, arrival, '')).toBe('好')
    expect(stating('', arrival, '2026-11-20 14:30')).toBe(line)
  })

  it('are read where they were typed by hand', () => {
    expect(statedIn(`到了${line}，好`, arrival)).toBe('2026-11-20 14:30')
    expect(statedIn('好', arrival)).toBe('')
    expect(statedIn('到货时间: 2026-11-20 14:30，已入库', arrival)).toBe('2026-11-20 14:30')
    expect(statedIn('到货时间 2026-11-20 17:30', arrival)).toBe('2026-11-20 17:30')
    expect(statedIn('SMT订单号：SMT-2026-01', order)).toBe('SMT-2026-01')
  })

  it('outlive other words', () => {
    expect(spokenPart(`好\n${line}`, [arrival])).toBe('好')
    expect(withSpoken(`好\n${line}`, '同意', [arrival])).toBe(`同意\n${line}`)
  })

  it('are proposed from the form where the opinion does not state them', () => {
    expect(proposing('好', [arrival], { arrivalTime: '2026-11-20 14:30:00' })).toBe(`好\n${line}`)
    expect(proposing(line, [arrival], { arrivalTime: '2026-12-01 08:00:00' })).toBe(line)
    expect(proposing('好', [arrival], { arrivalTime: null })).toBe('好')
  })
})
