import { describe, expect, it } from 'vitest'
import { markersOf, proposing, spokenPart, statedIn, stating, withSpoken } from './markers.ts'

const line = '【到货时间：2026-11-20 14:30】'

describe('facts in an opinion', () => {
  it('stand in a line at its end, once', () => {
    expect(stating('好', 'arrivalTime', '2026-11-20 14:30')).toBe(`好\n${line}`)
    expect(stating(`好\n${line}`, 'arrivalTime', '2026-11-21 08:00')).toBe('好\n【到货时间：2026-11-21 08:00】')
    expect(stating(`好\n${line}`, 'arrivalTime', '')).toBe('好')
    expect(stating('', 'arrivalTime', '2026-11-20 14:30')).toBe(line)
  })

  it('are read where they were typed by hand', () => {
    expect(statedIn(`到了${line}，好`, 'arrivalTime')).toBe('2026-11-20 14:30')
    expect(statedIn('好', 'arrivalTime')).toBe('')
    expect(statedIn('到货时间: 2026-11-20 14:30，已入库', 'arrivalTime')).toBe('2026-11-20 14:30')
    expect(statedIn('还车时间 2026-11-20 17:30', 'actualEndTime')).toBe('2026-11-20 17:30')
    expect(statedIn('SMT订单号：SMT-2026-01', 'smtOrderNo')).toBe('SMT-2026-01')
  })

  it('outlive other words', () => {
    expect(spokenPart(`好\n${line}`)).toBe('好')
    expect(withSpoken(`好\n${line}`, '同意')).toBe(`同意\n${line}`)
  })

  it('are proposed from the form where the opinion does not state them', () => {
    expect(proposing('好', ['arrivalTime'], { arrivalTime: '2026-11-20 14:30:00' })).toBe(`好\n${line}`)
    expect(proposing(line, ['arrivalTime'], { arrivalTime: '2026-12-01 08:00:00' })).toBe(line)
    expect(proposing('好', ['arrivalTime'], { arrivalTime: null })).toBe('好')
  })

  it('are only those with an input of their own', () => {
    expect(markersOf(['smtOrderNo', '合格'])).toEqual(['smtOrderNo'])
  })
})
