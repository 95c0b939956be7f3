import { expect, it } from 'vitest'
import { sentences } from './rows.ts'

it.each(['𠮷'.repeat(400), `a${'𠮷'.repeat(400)}`])('a content that is too long ends with a whole character', (noun) => {
  const { content, en_content: enContent } = sentences('overdue', { p: noun, no: 'BX1', d: 1 })
  for (const each of [content, enContent]) {
    expect(each.length).toBeGreaterThan(490)
    expect(each.length).toBeLessThanOrEqual(500)
    // fails for an unpaired surrogate
    expect(() => encodeURIComponent(each)).not.toThrow()
  }
})
