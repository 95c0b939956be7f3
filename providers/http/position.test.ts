import { describe, expect, it } from 'vitest'
import { createPosition } from './position.ts'

const answer = (position?: string) => new Headers(position === undefined ? {} : { 'x-log-position': position })
/** Sends a call. @returns the position that it sent */
function read(tab: ReturnType<typeof createPosition>, answered?: Headers): string | undefined {
  const call = tab.begin(false)
  if (answered) call.end(answered)
  return call.headers['x-log-position']
}

function browser() {
  const kept = new Map<string, string>()
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key) }
  return { tab: () => createPosition(storage) }
}

describe('the position of a browser', () => {
  it('is sent once an answer has told it, also by other tabs', () => {
    const { tab } = browser()
    const [one, other] = [tab(), tab()]
    expect(read(one)).toBeUndefined()
    one.begin(true).end(answer('0/2A'))
    expect([read(one), read(other)]).toEqual(['0/2A', '0/2A'])
  })

  it('never goes back', () => {
    const one = browser().tab()
    for (const position of ['0/FF', '1/0', '0/FFFFFFFF']) read(one, answer(position))
    expect(read(one)).toBe('1/0')
  })

  it('is forgotten where a change was not answered, or its position is not known', () => {
    const one = browser().tab()
    read(one, answer('0/10'))
    const change = one.begin(true)
    expect(read(one)).toBeUndefined()
    // an answer to an earlier read arrives meanwhile
    read(one, answer('0/10'))
    change.end()
    expect(read(one)).toBeUndefined()
    read(one, answer('0/20'))
    one.begin(true).end(answer('none'))
    expect(read(one)).toBeUndefined()
  })

  it('is not sent while another change is on its way', () => {
    const one = browser().tab()
    const [first, second] = [one.begin(true), one.begin(true)]
    first.end(answer('0/30'))
    expect(read(one)).toBeUndefined()
    second.end(answer('0/31'))
    expect(read(one)).toBe('0/31')
  })

  it('is not taken from a call that began before a notification', () => {
    const one = browser().tab()
    const early = one.begin(false)
    one.forget()
    early.end(answer('0/40'))
    expect(read(one, answer('0/50'))).toBeUndefined()
    expect(read(one)).toBe('0/50')
  })

  it('stays unknown where the server has no standbys', () => {
    const one = browser().tab()
    one.begin(true).end(answer())
    expect(read(one, answer())).toBeUndefined()
    expect(read(one)).toBeUndefined()
  })
})
