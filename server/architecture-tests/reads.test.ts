import { describe, expect, it } from 'vitest'
import { reads } from './reads.ts'

describe('the calls that read', () => {
  it('are named once', () => {
    const named = Object.values(reads).flat()
    expect(named.filter((call, place) => named.indexOf(call) !== place)).toEqual([])
  })
})
