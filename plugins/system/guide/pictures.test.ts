import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const served = join(import.meta.dirname, '../../../public')
const shipped = readdirSync(served).filter((name) => name.startsWith('guide-'))

/** The pictures that the chapters of a language show. */
const shownIn = (locale: 'cn' | 'en'): string[] => {
  const folder = join(import.meta.dirname, locale)
  return readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\]\(\/(guide-[^)]+)\)/g)].map(([, picture = '']) => picture)
  )
}

describe('the pictures of the guide', () => {
  it('are there, each in the language of its chapter, and no others', () => {
    expect([...shownIn('cn'), ...shownIn('en')].toSorted()).toEqual(shipped.toSorted())
    expect(shownIn('cn').map((name) => name.replace('-cn-', '-en-'))).toEqual(shownIn('en'))
    expect(shipped.length).toBeGreaterThan(0)
  })

  it('weigh little', () => {
    expect(shipped.filter((name) => statSync(join(served, name)).size > 150_000)).toEqual([])
  })
})
